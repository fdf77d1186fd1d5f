import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser } from '#contract/permissions.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()
const account_id = actor.account.id
const berta = await createUser(sql, { account_id, name: 'Berta', email: 'berta@example.com', role: 'agent' })
const as = {
  ...(await loadSystemActor(sql, account_id, { type: 'user', id: berta.id, name: 'Berta' })),
  permissions: rightsOfUser('agent', false),
}

test('Agents set their own availability and capacity; omitted fields stay unchanged', async () => {
  const agent_id = berta.id
  const changed = await act(
    'update_agent',
    { agent_id, availability: 'busy', auto_offline: false, capacity: 5 },
    { as },
  )
  assert.deepEqual(changed, {
    id: berta.id,
    name: 'Berta',
    email: 'berta@example.com',
    role: 'agent',
    availability: 'busy',
    availability_until: null,
    auto_offline: false,
    capacity: 5,
  })
  assert.deepEqual(await act('update_agent', { agent_id, capacity: null }, { as }), { ...changed, capacity: null })
  assert.deepEqual(await act('update_agent', { agent_id, availability: 'online' }, { as }), {
    ...changed,
    capacity: null,
    availability: 'online',
  })
  assert.deepEqual(
    (await events()).map(({ name }) => name),
    ['agent.updated', 'agent.updated', 'agent.updated'],
  )
})

test('Only an administrator can change other agents', async () => {
  const problem = await refusal(act('update_agent', { agent_id: actor.user_id!, capacity: 0 }, { as }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /Only an administrator/)
  assert.equal((await act('update_agent', { agent_id: berta.id, capacity: 3 })).capacity, 3)
})

test('Settings apply to one workspace only', async () => {
  const other = await addAccount()
  await createUser(sql, {
    account_id: other.actor.account.id,
    name: 'Berta',
    email: 'berta@example.com',
    role: 'agent',
  })
  await act('update_agent', { agent_id: berta.id, capacity: 9 })
  const there = (await other.act('list_agents', {})).items.find((agent) => agent.id === berta.id)
  assert.equal(there?.capacity, null)
})

test('Concurrent changes to different fields are all kept', async () => {
  const agent_id = berta.id
  for (let i = 0; i < 5; i++) {
    await Promise.all([
      act('update_agent', { agent_id, capacity: i }),
      act('update_agent', { agent_id, auto_offline: i % 2 === 0 }),
    ])
    const agent = (await act('list_agents', {})).items.find((each) => each.id === agent_id)
    assert.deepEqual([agent?.capacity, agent?.auto_offline], [i, i % 2 === 0])
  }
})

test('A disabled or unknown agent, or one of another workspace, is not found', async () => {
  const other = await addAccount()
  const ida = await createUser(sql, { account_id, name: 'Ida', email: 'ida@example.com', role: 'agent' })
  await sql`update users set disabled_at = now() where id = ${ida.id}`
  for (const agent_id of [other.actor.user_id!, ida.id, '999999'])
    assert.equal((await refusal(act('update_agent', { agent_id, capacity: 1 }))).code, 'not_found')
})

test('Invalid availability or capacity is rejected, and it requires permission to change conversations', async () => {
  const agent_id = berta.id
  for (const wrong of [{ availability: 'away' }, { capacity: -1 }, { capacity: 1.5 }, { auto_offline: null }])
    assert.equal((await refusal(act('update_agent', { agent_id, ...wrong } as never))).code, 'invalid_request')
  const problem = await refusal(act('update_agent', { agent_id }, { as: only('conversations:read', 'admin') }))
  assert.equal(problem.code, 'permission_denied')
})

test('A busy or away agent counts as online again at the time they gave, or when they say so', async () => {
  const agent_id = berta.id
  const set = (patch: object) => act('update_agent', { agent_id, ...patch }, { as })
  await set({ availability: 'online', auto_offline: false })
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  assert.equal((await set({ availability: 'busy', availability_until: soon })).availability, 'busy')
  await sql`update memberships set availability_until = now() - interval '1 second' where user_id = ${agent_id}`
  const { items } = await act('list_agents', {})
  assert.equal(items.find(({ id }) => id === agent_id)?.availability, 'online')
  assert.equal((await set({ availability: 'offline' })).availability, 'offline', 'the old end no longer counts')
  for (const patch of [
    { availability: 'online', availability_until: soon },
    { availability: 'busy', availability_until: '2020-01-01T00:00:00Z' },
  ]) {
    assert.equal((await refusal(set(patch))).code, 'invalid_value')
  }
  assert.equal((await refusal(set({ availability: 'busy', availability_until: 'mañana' }))).status, 400)
})
