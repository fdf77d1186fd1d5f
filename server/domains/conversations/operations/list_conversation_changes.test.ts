import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, sql, talk, addAgent, addAccount } = await openInbox()

type Line = { kind: string; from: string | null; to: string | null; until: string | null; author: { name: string } }
const tell = ({ kind, from, to, until }: Line) => [kind, from, to, ...(until ? [until] : [])]
const read = async (conversation_id: string) =>
  (await act('list_conversation_changes', { conversation_id })).items.toReversed()

test('Each change of a conversation is one line with its author, and outlives its events', async () => {
  const ines = await addAgent('Inés')
  await act('create_label', { title: 'vip', color: '#d97706' })
  await act('create_team', { name: 'Ventas' })
  const { id: conversation_id, contact } = await talk()
  await act('assign_conversation', { conversation_id, agent: ines.id! })
  await act('set_conversation_team', { conversation_id, team: 'Ventas' })
  await act('set_conversation_priority', { conversation_id, priority: 'high' })
  await act('tag_conversation', { conversation_id, label_title: 'vip' })
  await act('set_conversation_labels', { conversation_id, labels: [] })
  await act('snooze_conversation', { conversation_id, until: '2099-01-01T10:00:00Z' })
  await act('snooze_conversation', { conversation_id, until: null })
  await act('reopen_conversation', { conversation_id })
  await act(
    'resolve_conversation',
    { conversation_id },
    { as: { ...actor, type: 'automation', id: '7', name: 'Cierre' } },
  )
  await act('update_contact', { contact_id: contact.id, name: 'Otro nombre' })
  await act('unassign_conversation', { conversation_id })
  await sql`delete from events where account_id = ${actor.account.id}`

  const lines = await read(conversation_id)
  assert.deepEqual(lines.map(tell), [
    ['assignee', null, 'Inés'],
    ['team', null, 'Ventas'],
    ['priority', 'none', 'high'],
    ['label_added', null, 'vip'],
    ['label_removed', 'vip', null],
    ['status', null, 'snoozed', '2099-01-01T10:00:00.000Z'],
    ['status', null, 'snoozed'],
    ['status', 'snoozed', 'open'],
    ['status', 'open', 'resolved'],
    ['renamed', contact.name, 'Otro nombre'],
    ['assignee', 'Inés', null],
  ])
  assert.deepEqual(lines[0]!.author, { type: actor.type, id: actor.id, name: actor.name })
  assert.deepEqual(lines[8]!.author, { type: 'automation', id: '7', name: 'Cierre' })
})

test('Changes of the contact before the conversation began are not part of its history; a merge is', async () => {
  const { contact: duplicate } = await talk()
  await act('update_contact', { contact_id: duplicate.id, name: 'Antes' })
  const { id: conversation_id, contact } = await talk()
  await act('merge_contacts', { contact_id: contact.id, duplicate_contact_id: duplicate.id })
  assert.deepEqual((await read(conversation_id)).map(tell), [['merged', duplicate.id, null]])
})

test('The lines come in pages, and end with the conversation', async () => {
  const { id: conversation_id } = await talk()
  for (const priority of ['low', 'medium', 'high'] as const)
    await act('set_conversation_priority', { conversation_id, priority })
  const first = await act('list_conversation_changes', { conversation_id, limit: 2 })
  assert.deepEqual(
    first.items.map(({ to }) => to),
    ['high', 'medium'],
  )
  const rest = await act('list_conversation_changes', { conversation_id, limit: 2, cursor: first.next_cursor! })
  assert.deepEqual(
    rest.items.map(({ to }) => to),
    ['low'],
  )
  assert.equal(rest.next_cursor, null)
  await sql`delete from conversations where account_id = ${actor.account.id} and id = ${conversation_id}`
  const left = await sql`
    select from conversation_activities where account_id = ${actor.account.id} and conversation_id = ${conversation_id}`
  assert.equal(left.length, 0)
})

test('A conversation of another workspace is not found, and permission to read conversations is required', async () => {
  const other = await addAccount()
  const { id: conversation_id } = await other.talk()
  assert.equal((await refusal(act('list_conversation_changes', { conversation_id }))).code, 'not_found')
  const mine = await talk()
  const call = act('list_conversation_changes', { conversation_id: mine.id }, { as: only('contacts:read') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
