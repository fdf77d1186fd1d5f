import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, only } = await openWorkspace()

const done = async () => {
  const { steps } = await act('get_first_steps', {})
  return steps.flatMap((step) => (step.done ? step.name : []))
}

test('Each step counts when the workspace shows it, and the list closes with the last', async () => {
  const account_id = actor.account.id
  assert.deepEqual(await done(), [])
  const { id: inbox_id } = await act('create_inbox', { name: 'Sitio', channel: 'api', auto_assign: false })
  assert.deepEqual(await done(), ['connect_channel'])
  await act('invite_member', { email: 'luz@example.com', role: 'agent' })
  const csv = 'name,phone_number\nIda,+573001112233\n'
  await act('import_contacts', { csv, dry_run: true })
  assert.deepEqual(await done(), ['connect_channel', 'invite_people'])
  await act('import_contacts', { csv })
  await act('receive_message', { inbox_id, source_id: 'visita', content: 'Hola', contact: { name: 'Visita' } })
  assert.deepEqual(await done(), ['connect_channel', 'invite_people', 'import_contacts'])
  await sql`update inboxes set channel = 'web_widget' where account_id = ${account_id} and id = ${inbox_id}`
  assert.deepEqual(await done(), ['connect_channel', 'invite_people', 'import_contacts', 'try_widget'])
  assert.equal((await act('get_first_steps', {})).open, true)
  const made = { account_id, user_id: actor.id!, name: 'Claude', role: 'full' as const, scopes: [] }
  await createKey(sql, { ...made, expires_at: null, created_by: actor, now: new Date() })
  assert.equal((await act('get_first_steps', {})).open, false)
})

test('Only administrators read them', async () => {
  assert.equal((await refusal(act('get_first_steps', {}, { as: only('contacts:read') }))).code, 'permission_denied')
})
