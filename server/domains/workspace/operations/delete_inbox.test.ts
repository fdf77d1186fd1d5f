import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()

test('An inbox is deleted with its conversations and canned responses; contacts stay, and the event contains it', async () => {
  const inbox = await act('create_inbox', { name: 'Sitio', channel: 'api', members: [actor.user_id!] })
  const other = await act('create_inbox', { name: 'Queda', channel: 'api' })
  for (const { name } of [inbox, other])
    await act('create_canned_response', { short_code: 'hola', content: 'Hola', inbox: name })
  const contact = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })
  await sql`
    with identity as (
      insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
      values (${actor.account.id}, ${contact.id}, ${inbox.id}, 'ana', now()) returning *)
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, last_activity_at, created_at, updated_at)
    select account_id, inbox_id, contact_id, id, 'open', now(), now(), now() from identity`
  assert.deepEqual(await act('delete_inbox', { inbox_id: inbox.id }), { id: inbox.id, deleted: true })
  assert.deepEqual((await act('list_inboxes', {})).items, [other])
  assert.equal((await act('list_canned_responses', {})).items.length, 1)
  for (const table of [
    sql`select from conversations`,
    sql`select from contact_identities`,
    sql`select from inbox_members`,
  ])
    assert.deepEqual(await table, [])
  assert.equal((await act('get_contact', { contact_id: contact.id })).name, 'Ana')
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'inbox.deleted')
  assert.deepEqual(event?.payload, { inbox })
})

test('The audit log records the deletion', async () => {
  const { id: inbox_id } = await act('create_inbox', { name: 'Auditada', channel: 'api' })
  await act('delete_inbox', { inbox_id })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.deepEqual([entry?.action, entry?.details], ['delete_inbox', { inbox_id }])
})

test('A deleted record, or one of another workspace, is not found, and nothing is written', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  const gone = await act('create_inbox', { name: 'Ida', channel: 'api' })
  await act('delete_inbox', { inbox_id: gone.id })
  const known = await events()
  for (const inbox_id of [gone.id, theirs.id])
    assert.equal((await refusal(act('delete_inbox', { inbox_id }))).code, 'not_found')
  assert.deepEqual(await events(), known)
  assert.equal((await other.act('list_inboxes', {})).items.length, 1)
})

test('Deleting an inbox requires permission to change and set up the workspace', async () => {
  for (const lacking of [only('workspace:write'), only('workspace:setup')])
    assert.equal((await refusal(act('delete_inbox', { inbox_id: '1' }, { as: lacking }))).code, 'permission_denied')
})
