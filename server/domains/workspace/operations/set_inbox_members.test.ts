import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()
const account_id = actor.account.id
const add = (name: string) => createUser(sql, { account_id, name, email: `${name}@example.com`, role: 'agent' })
const [berta, carla] = [await add('Berta'), await add('Carla')]
const make = () => act('create_inbox', { name: 'Sitio', channel: 'api', members: ['Berta'] })

test('The members are replaced, and the event contains the inbox', async () => {
  const { id: inbox_id } = await make()
  const inbox = await act('set_inbox_members', { inbox_id, members: ['carla@example.com', actor.user_id!, 'CARLA'] })
  assert.deepEqual(inbox.member_ids, [actor.user_id, carla.id])
  assert.deepEqual(await getInbox(inbox_id), inbox)
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'inbox.updated')
  assert.deepEqual(event?.payload, { inbox })
  assert.deepEqual((await act('set_inbox_members', { inbox_id, members: [] })).member_ids, [])
})

test('Members who stay keep their place in the rotation', async () => {
  const { id: inbox_id } = await make()
  await sql`update inbox_members set last_assigned_at = '2026-01-01T00:00:00Z' where inbox_id = ${inbox_id}`
  await act('set_inbox_members', { inbox_id, members: ['Berta', 'Carla'] })
  const rows = await sql<{ user_id: string; last_assigned_at: string | null }>`
    select user_id, last_assigned_at from inbox_members where inbox_id = ${inbox_id} order by user_id`
  assert.deepEqual(rows, [
    { user_id: berta.id, last_assigned_at: '2026-01-01T00:00:00.000Z' },
    { user_id: carla.id, last_assigned_at: null },
  ])
})

test('Setting the same members has no effect and emits no event', async () => {
  const before = await make()
  const known = await events()
  assert.deepEqual(await act('set_inbox_members', { inbox_id: before.id, members: [berta.id] }), before)
  assert.deepEqual(await events(), known)
})

test('Of concurrent calls, one list of members wins as a whole', async () => {
  const { id: inbox_id } = await make()
  const choices = [['Berta'], ['Carla'], ['Berta', 'Carla'], []]
  await Promise.all(choices.map((members) => act('set_inbox_members', { inbox_id, members })))
  const last = (await events()).findLast((event) => event.name === 'inbox.updated')
  assert.deepEqual(last?.payload.inbox, await getInbox(inbox_id))
})

test('With an unknown agent nothing changes, and an inbox of another workspace is not found', async () => {
  const before = await make()
  const problem = await refusal(act('set_inbox_members', { inbox_id: before.id, members: ['Berta', 'Nadie'] }))
  assert.equal(problem.code, 'not_found')
  assert.equal(problem.extra.errors?.[0]?.field, 'members')
  assert.deepEqual(await getInbox(before.id), before)
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  assert.equal((await refusal(act('set_inbox_members', { inbox_id: theirs.id, members: [] }))).code, 'not_found')
})

test('Setting the members of an inbox requires permission to change the workspace', async () => {
  const problem = await refusal(
    act('set_inbox_members', { inbox_id: '1', members: [] }, { as: only('workspace:read') }),
  )
  assert.equal(problem.code, 'permission_denied')
})

/** The inbox as changes return it: without the capabilities of its channel. */
async function getInbox(inbox_id: string) {
  const { capabilities: _, ...inbox } = await act('get_inbox', { inbox_id })
  return inbox
}
