import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, only, addAccount } = await openWorkspace()
const account_id = actor.account.id
const add = (name: string, email: string) => createUser(sql, { account_id, name, email, role: 'agent' })
const agent = async (id: string) => (await act('list_agents', {})).items.find((each) => each.id === id)
const connect = (user_id: string, seconds_ago: number) => sql`
  insert into presences (account_id, user_id, seen_at) values (${account_id}, ${user_id}, now() - make_interval(secs => ${seconds_ago}))
  on conflict (account_id, user_id) do update set seen_at = excluded.seen_at`

test('All agents of the workspace are listed by name, including administrators', async () => {
  await addAccount()
  await add('óscar', 'oscar@example.com')
  await add('Berta', 'berta@example.com')
  const { items, next_cursor } = await act('list_agents', {})
  assert.deepEqual(
    items.map(({ name, role }) => [name, role]),
    [
      ['Ana Admin', 'administrator'],
      ['Berta', 'agent'],
      ['óscar', 'agent'],
    ],
  )
  assert.equal(next_cursor, null)
})

test('Disabled users are not listed', async () => {
  const { id } = await add('Ida', 'ida@example.com')
  await sql`update users set disabled_at = now() where id = ${id}`
  assert.equal(await agent(id), undefined)
})

test('An online agent counts as online while connected, or without a connection if set so', async () => {
  const { id: agent_id } = await add('Carla', 'carla@example.com')
  assert.equal((await agent(agent_id))?.availability, 'offline')
  await connect(agent_id, 10)
  assert.equal((await agent(agent_id))?.availability, 'online')
  await connect(agent_id, 100)
  assert.equal((await agent(agent_id))?.availability, 'offline')
  await act('update_agent', { agent_id, auto_offline: false })
  assert.equal((await agent(agent_id))?.availability, 'online')
})

test('Busy and offline agents stay so; a busy agent without a connection is offline', async () => {
  const { id: agent_id } = await add('Dora', 'dora@example.com')
  await act('update_agent', { agent_id, availability: 'busy' })
  assert.equal((await agent(agent_id))?.availability, 'offline')
  await connect(agent_id, 0)
  assert.equal((await agent(agent_id))?.availability, 'busy')
  await act('update_agent', { agent_id, availability: 'offline' })
  assert.equal((await agent(agent_id))?.availability, 'offline')
})

test('A connection in another workspace does not count', async () => {
  const other = await addAccount()
  const { id } = await add('Eva', 'eva@example.com')
  await sql`insert into presences (account_id, user_id, seen_at) values (${other.actor.account.id}, ${id}, now())`
  assert.equal((await agent(id))?.availability, 'offline')
})

test('Listing agents takes no parameters and requires permission to read conversations', async () => {
  assert.equal((await refusal(act('list_agents', { limit: 5 } as never))).code, 'invalid_request')
  assert.equal((await refusal(act('list_agents', {}, { as: only('contacts:read') }))).code, 'permission_denied')
})
