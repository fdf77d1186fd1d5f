import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'

const { act, actor, sql, runtime, talk, addAgent } = await openInbox()

const migration = new URL('../../../db/migrations/0072_earlier_activities.sql', import.meta.url)
const upgrade = async () => runtime.database.work.query(await readFile(migration, 'utf8'))
const lines = () => sql`
  select conversation_id, contact_id, kind, author, from_value, to_value, until, created_at
    from conversation_activities where account_id = ${actor.account.id} order by id`

test('Events from before histories were written get the lines they would have today, and later ones get none', async () => {
  const ines = await addAgent('Inés')
  await act('create_label', { title: 'vip', color: '#d97706' })
  await act('create_team', { name: 'Ventas' })
  const { contact: duplicate } = await talk()
  const { id: conversation_id, contact } = await talk()
  const { id: gone } = await talk()
  await act('set_conversation_priority', { conversation_id: gone, priority: 'low' })
  await act('assign_conversation', { conversation_id, agent: ines.id! })
  await act('set_conversation_team', { conversation_id, team: 'Ventas' })
  await act('set_conversation_priority', { conversation_id, priority: 'high' })
  await act('set_conversation_labels', { conversation_id, labels: ['vip'] })
  await act('set_conversation_labels', { conversation_id, labels: [] })
  await act('snooze_conversation', { conversation_id, until: '2099-01-01T10:00:00Z' })
  await act('reopen_conversation', { conversation_id })
  await act('snooze_conversation', { conversation_id, until: null })
  await act('resolve_conversation', { conversation_id })
  await act('unassign_conversation', { conversation_id })
  await act('update_contact', { contact_id: contact.id, name: 'Otro nombre' })
  await act('update_contact', { contact_id: contact.id, city: 'Cali' })
  await act('merge_contacts', { contact_id: contact.id, duplicate_contact_id: duplicate.id })
  await sql`delete from conversations where account_id = ${actor.account.id} and id = ${gone}`

  const written = await lines()
  assert.equal(written.length, 12)
  await upgrade()
  assert.deepEqual(await lines(), written)

  await sql`delete from conversation_activities where account_id = ${actor.account.id}`
  await sql`update migrations set applied_at = clock_timestamp() where name = '0046_conversation_activities.sql'`
  await upgrade()
  assert.deepEqual(await lines(), written)
})
