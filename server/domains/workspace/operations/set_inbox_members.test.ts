import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()
const account_id = actor.account.id
const add = (name: string) => createUser(sql, { account_id, name, email: `${name}@example.com`, role: 'agent' })
const [berta, carla] = [await add('Berta'), await add('Carla')]
const make = () => act('create_inbox', { name: 'Sitio', channel: 'api', members: ['Berta'] })

test('exactly these agents answer the inbox from then on, and the event tells it', async () => {
  const { id: inbox_id } = await make()
  const inbox = await act('set_inbox_members', { inbox_id, members: ['carla@example.com', actor.user_id!, 'CARLA'] })
  assert.deepEqual(inbox.member_ids, [actor.user_id, carla.id])
  assert.deepEqual(await act('get_inbox', { inbox_id }), inbox)
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'inbox.updated')
  assert.deepEqual(event?.payload, { inbox })
  assert.deepEqual((await act('set_inbox_members', { inbox_id, members: [] })).member_ids, [])
})

test('who stays keeps their turn', async () => {
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

test('the same members again change nothing and emit nothing', async () => {
  const before = await make()
  const known = await events()
  assert.deepEqual(await act('set_inbox_members', { inbox_id: before.id, members: [berta.id] }), before)
  assert.deepEqual(await events(), known)
})

test('many who set the members at once leave one of their choices, whole', async () => {
  const { id: inbox_id } = await make()
  const choices = [['Berta'], ['Carla'], ['Berta', 'Carla'], []]
  await Promise.all(choices.map((members) => act('set_inbox_members', { inbox_id, members })))
  const last = (await events()).findLast((event) => event.name === 'inbox.updated')
  assert.deepEqual(last?.payload.inbox, await act('get_inbox', { inbox_id }))
})

test('with someone who is not there nothing changes, and an inbox of another workspace is missing', async () => {
  const before = await make()
  const problem = await refusal(act('set_inbox_members', { inbox_id: before.id, members: ['Berta', 'Nadie'] }))
  assert.equal(problem.code, 'not_found')
  assert.equal(problem.extra.errors?.[0]?.field, 'members')
  assert.deepEqual(await act('get_inbox', { inbox_id: before.id }), before)
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  assert.equal((await refusal(act('set_inbox_members', { inbox_id: theirs.id, members: [] }))).code, 'not_found')
})

test('it needs the right to write the workspace', async () => {
  const problem = await refusal(
    act('set_inbox_members', { inbox_id: '1', members: [] }, { as: only('workspace:read') }),
  )
  assert.equal(problem.code, 'permission_denied')
})
