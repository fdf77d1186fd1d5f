import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser } from '#contract/permissions.ts'
import { createUser } from '#domains/access/setup.ts'
import { actAs } from '#kernel/act.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()
const account_id = actor.account.id
const berta = await createUser(sql, { account_id, name: 'Berta', email: 'berta@example.com', role: 'agent' })
const as = {
  ...(await actAs(sql, account_id, { type: 'user', id: berta.id, name: 'Berta' })),
  permissions: rightsOfUser('agent', false),
}

test('an agent says of themselves whether they are there and how much they take on; what is left out stays', async () => {
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

test('of others only an administrator says it', async () => {
  const problem = await refusal(act('update_agent', { agent_id: actor.user_id!, capacity: 0 }, { as }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /Only an administrator/)
  assert.equal((await act('update_agent', { agent_id: berta.id, capacity: 3 })).capacity, 3)
})

test('what is said in one workspace is not said in another', async () => {
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

test('changes of different fields at the same moment are all kept', async () => {
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

test('someone of another workspace, disabled or never there is missing', async () => {
  const other = await addAccount()
  const ida = await createUser(sql, { account_id, name: 'Ida', email: 'ida@example.com', role: 'agent' })
  await sql`update users set disabled_at = now() where id = ${ida.id}`
  for (const agent_id of [other.actor.user_id!, ida.id, '999999'])
    assert.equal((await refusal(act('update_agent', { agent_id, capacity: 1 }))).code, 'not_found')
})

test('what is no availability or capacity is refused, and it needs the right to write conversations', async () => {
  const agent_id = berta.id
  for (const wrong of [{ availability: 'away' }, { capacity: -1 }, { capacity: 1.5 }, { auto_offline: null }])
    assert.equal((await refusal(act('update_agent', { agent_id, ...wrong } as never))).code, 'invalid_request')
  const problem = await refusal(act('update_agent', { agent_id }, { as: only('conversations:read', 'admin') }))
  assert.equal(problem.code, 'permission_denied')
})
