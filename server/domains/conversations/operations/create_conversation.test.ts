import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, sql, only, inbox, write, addAgent, arrive, leave, addAccount } = await openInbox()

let made = 0
const contact = () => act('create_contact', { name: `Cliente ${++made}`, email: `cliente${made}@example.com` })

test('A conversation started by the team is open, not waiting, and gives the contact an identity in the channel', async () => {
  const { id: contact_id } = await contact()
  const count = (await events()).length
  const conversation = await act('create_conversation', { contact_id, inbox: 'ventas' })
  assert.deepEqual(
    [conversation.status, conversation.priority, conversation.unread, conversation.waiting_since],
    ['open', 'none', false, null],
  )
  assert.deepEqual(
    [conversation.contact.id, conversation.inbox.id, conversation.last_message],
    [contact_id, inbox.id, null],
  )
  assert.deepEqual(await since(count), ['conversation.created'])
  assert.deepEqual((await events()).at(-1)?.payload, { conversation })
  const { channel_identities } = await act('get_contact', { contact_id })
  assert.deepEqual(
    channel_identities.map(({ source_id, verified }) => [source_id, verified]),
    [[conversation.source_id, false]],
  )
})

test('A first message is sent with the new conversation and is part of its event', async () => {
  const { id: contact_id } = await contact()
  const count = (await events()).length
  const message = { content: 'Su pedido llegó', content_attributes: { plantilla: 'envío' } }
  const conversation = await act('create_conversation', { contact_id, inbox_id: inbox.id, message })
  assert.equal(conversation.last_message?.preview, 'Su pedido llegó')
  assert.equal(conversation.first_reply_at, conversation.created_at)
  assert.deepEqual(await since(count), ['conversation.created', 'message.sent'])
  const [created, sent] = (await events()).slice(count)
  assert.deepEqual(created?.payload, { conversation })
  const { content_attributes } = sent!.payload.message as unknown as { content_attributes: object }
  assert.deepEqual(content_attributes, { plantilla: 'envío' })
})

test('Agent, team, attributes, source and status can all be set at once', async () => {
  const ines = await addAgent('Inés')
  const team = await act('create_team', { name: 'Envíos' })
  const { id: contact_id } = await contact()
  const snoozed_until = new Date(Date.now() + 3_600_000).toISOString()
  const conversation = await act('create_conversation', {
    contact_id,
    inbox: inbox.id,
    source_id: 'wa:1',
    status: 'snoozed',
    snoozed_until,
    agent: 'Inés',
    team: 'envios',
    custom_attributes: { pedido: 7 },
    additional_attributes: { origen: { sistema: 'tienda', lista: [1, null] } },
  })
  assert.deepEqual([conversation.status, conversation.snoozed_until], ['snoozed', snoozed_until])
  assert.deepEqual([conversation.assignee?.id, conversation.team?.id], [ines.id, team.id])
  assert.equal(conversation.source_id, 'wa:1')
  assert.deepEqual(conversation.custom_attributes, { pedido: 7 })
  assert.deepEqual(conversation.additional_attributes, { origen: { sistema: 'tienda', lista: [1, null] } })
})

test('A contact known in the inbox keeps their identity, and their next message joins the new conversation', async () => {
  const first = await write({ source_id: 'conocida' })
  const contact_id = first.conversation.contact.id
  const second = await act('create_conversation', { contact_id, inbox_id: inbox.id })
  assert.equal(second.source_id, 'conocida')
  assert.notEqual(second.id, first.conversation.id)
  assert.equal((await write({ source_id: 'conocida' })).conversation.id, second.id)
})

test('A source ID of another contact is refused', async () => {
  await write({ source_id: 'ocupada' })
  const { id: contact_id } = await contact()
  const known = await events()
  const problem = await refusal(act('create_conversation', { contact_id, inbox_id: inbox.id, source_id: 'ocupada' }))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.errors?.[0]?.field, 'source_id')
  assert.deepEqual(await events(), known)
})

test('An open unassigned conversation goes to an available agent, and one that is not open waits', async () => {
  const luz = await addAgent('Luz')
  await act('update_inbox', { inbox_id: inbox.id, auto_assign: true })
  await act('set_inbox_members', { inbox_id: inbox.id, members: [luz.id!] })
  await arrive(luz)
  const { id: contact_id } = await contact()
  const given = await act('create_conversation', { contact_id, inbox_id: inbox.id })
  assert.equal(given.assignee?.id, luz.id)
  const chosen = await act('create_conversation', { contact_id, inbox_id: inbox.id, agent: actor.id! })
  assert.equal(chosen.assignee?.id, actor.id)
  for (const status of ['pending', 'resolved'] as const) {
    assert.equal((await act('create_conversation', { contact_id, inbox_id: inbox.id, status })).assignee, null)
  }
  await leave(luz)
})

test('A snoozed conversation needs a future time, and no other status takes one', async () => {
  const { id: contact_id } = await contact()
  const cases = [
    [{ status: 'snoozed' }, 'missing_field'],
    [{ snoozed_until: '2099-01-01T00:00:00Z' }, 'missing_field'],
    [{ status: 'open', snoozed_until: '2099-01-01T00:00:00Z' }, 'missing_field'],
    [{ status: 'snoozed', snoozed_until: '2020-01-01T00:00:00Z' }, 'invalid_value'],
  ] as const
  for (const [more, code] of cases) {
    const problem = await refusal(act('create_conversation', { contact_id, inbox_id: inbox.id, ...more }))
    assert.equal(problem.code, code, JSON.stringify(more))
    assert.equal(problem.extra.errors?.[0]?.field, 'snoozed_until')
  }
})

test('A missing inbox, an empty message or an unknown reference creates nothing', async () => {
  const other = await addAccount()
  const theirContact = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  const theirTeam = await other.act('create_team', { name: 'Ajeno' })
  const { id: contact_id } = await contact()
  const count = (await events()).length
  const cases = [
    [{ contact_id }, 'missing_field'],
    [{ contact_id, inbox: 'Nada' }, 'not_found'],
    [{ contact_id, inbox_id: other.inbox.id }, 'not_found'],
    [{ contact_id: theirContact.id, inbox_id: inbox.id }, 'not_found'],
    [{ contact_id: '999999999', inbox_id: inbox.id }, 'not_found'],
    [{ contact_id, inbox_id: inbox.id, agent: other.actor.id! }, 'not_found'],
    [{ contact_id, inbox_id: inbox.id, team: theirTeam.id }, 'not_found'],
    [{ contact_id, inbox_id: inbox.id, message: {} }, 'missing_field'],
    [{ contact_id, inbox_id: inbox.id, message: { content: ' ' } }, 'missing_field'],
  ] as const
  for (const [input, code] of cases)
    assert.equal((await refusal(act('create_conversation', input))).code, code, JSON.stringify(input))
  assert.equal((await events()).length, count)
  assert.deepEqual(await sql`select from contact_identities where contact_id = ${contact_id}`, [])
})

test('Creating a conversation requires permission to write conversations and to send messages', async () => {
  const { id: contact_id } = await contact()
  for (const as of [only('conversations:write'), only('messages:send')]) {
    const problem = await refusal(act('create_conversation', { contact_id, inbox_id: inbox.id }, { as }))
    assert.equal(problem.code, 'permission_denied')
  }
})

test('A contact known in the channel can be given by source_id alone, and an unknown one is not found', async () => {
  const { conversation: first } = await write({ source_id: 'wa:sola' })
  const second = await act('create_conversation', { source_id: 'wa:sola' })
  assert.notEqual(second.id, first.id)
  assert.deepEqual([second.contact.id, second.inbox.id, second.source_id], [first.contact.id, inbox.id, 'wa:sola'])
  const elsewhere = await act('create_inbox', { name: 'Aparte', channel: 'api' })
  const there = act('create_conversation', { source_id: 'wa:sola', inbox_id: elsewhere.id })
  assert.equal((await refusal(there)).code, 'not_found')
  await (await addAccount()).write({ source_id: 'wa:ajena' })
  assert.equal((await refusal(act('create_conversation', { source_id: 'wa:ajena' }))).code, 'not_found')
  assert.equal((await refusal(act('create_conversation', { inbox_id: inbox.id }))).code, 'missing_field')
})
