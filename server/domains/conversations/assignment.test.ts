import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markPresent } from '#domains/access/presence.ts'
import { nextAssignmentAt, assignWaiting } from './lifecycle/snooze-timer.ts'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'

const { addAccount, runtime, sql } = await openInbox()
type Account = Awaited<ReturnType<typeof addAccount>>

/** Creates a workspace with automatic assignment in its inbox and these agents available. */
async function makeStaffedAccount(names: string[], capacity: number | null = null) {
  const account = await addAccount()
  const agents: Actor[] = []
  for (const name of names) {
    const agent = await account.addAgent(name)
    agents.push(agent)
    await account.arrive(agent, capacity)
  }
  await account.act('set_inbox_members', { inbox_id: account.inbox.id, members: agents.map(({ id }) => id!) })
  await account.act('update_inbox', { inbox_id: account.inbox.id, auto_assign: true })
  return { ...account, agents }
}

/** Counts the open conversations by agent name; unassigned ones under 'nadie'. */
async function countByAgent({ act }: Pick<Account, 'act'>) {
  const { items } = await act('list_conversations', { limit: 100 })
  const counts: Record<string, number> = {}
  for (const { assignee } of items) counts[assignee?.name ?? 'nadie'] = (counts[assignee?.name ?? 'nadie'] ?? 0) + 1
  return counts
}

const times = (count: number) => Array.from({ length: count })

test('New conversations are assigned to the available agents in turn', async () => {
  const account = await makeStaffedAccount(['Ana', 'Berta', 'Clara'])
  const names: (string | undefined)[] = []
  for (const _ of times(7)) names.push((await account.talk()).assignee?.name)
  assert.deepEqual(names, ['Ana', 'Berta', 'Clara', 'Ana', 'Berta', 'Clara', 'Ana'])
})

test('Turns stay fair when sixty conversations start at once', async () => {
  const account = await makeStaffedAccount(['Ana', 'Berta', 'Clara', 'Dora'])
  await Promise.all(times(60).map(() => account.talk()))
  assert.deepEqual(await countByAgent(account), { Ana: 15, Berta: 15, Clara: 15, Dora: 15 })
  const assignments = (await account.events()).filter(({ name }) => name === 'conversation.assigned')
  assert.equal(assignments.length, 60)
})

test('No agent exceeds their capacity when many conversations start at once, and the rest wait', async () => {
  const account = await makeStaffedAccount(['Ana', 'Berta'], 5)
  await Promise.all(times(30).map(() => account.talk()))
  assert.deepEqual(await countByAgent(account), { Ana: 5, Berta: 5, nadie: 20 })
})

test('An agent with a capacity of zero is assigned nothing', async () => {
  const account = await makeStaffedAccount(['Ana'], 0)
  assert.equal((await account.talk()).assignee, null)
})

test('Snoozed, pending and resolved conversations do not count towards capacity', async () => {
  const account = await makeStaffedAccount(['Ana'], 1)
  const { id: conversation_id } = await account.talk()
  assert.equal((await account.talk()).assignee, null)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await account.act('snooze_conversation', { conversation_id, until })
  assert.equal((await account.talk()).assignee?.name, 'Ana')
})

test('Offline, busy, disabled and disconnected agents are skipped', async () => {
  const account = await makeStaffedAccount(['Ana', 'Berta', 'Clara', 'Dora', 'Eva'])
  const [, berta, clara, dora, eva] = account.agents as [Actor, Actor, Actor, Actor, Actor]
  await account.leave(berta)
  await account.act('update_agent', { agent_id: clara.id!, availability: 'busy' })
  await sql`update users set disabled_at = now() where id = ${dora.id}`
  await account.act('update_agent', { agent_id: eva.id!, auto_offline: true })
  for (const _ of times(4)) await account.talk()
  assert.deepEqual(await countByAgent(account), { Ana: 4 })
})

test('A connected agent counts as available for ninety seconds', async () => {
  const account = await makeStaffedAccount(['Ana', 'Berta'])
  const [ana, berta] = account.agents as [Actor, Actor]
  const people = [ana, berta].map(({ id }) => ({ account_id: account.actor.account.id, user_id: id! }))
  for (const { id } of [ana, berta]) await account.act('update_agent', { agent_id: id!, auto_offline: true })
  assert.equal((await account.talk()).assignee, null)
  await markPresent(sql, people)
  assert.equal((await account.talk()).assignee?.name, 'Ana')
  await sql`update presences set seen_at = now() - interval '91 seconds' where user_id = ${berta.id}`
  assert.equal((await account.talk()).assignee?.name, 'Ana')
})

test('Only members of the inbox are assigned its conversations, and only with automatic assignment on', async () => {
  const account = await makeStaffedAccount(['Ana'])
  const stranger = await account.addAgent('Extraña')
  await account.arrive(stranger)
  for (const _ of times(2)) assert.equal((await account.talk()).assignee?.name, 'Ana')
  await account.act('update_inbox', { inbox_id: account.inbox.id, auto_assign: false })
  assert.equal((await account.talk()).assignee, null)
})

test('A team’s conversation is assigned to its members, and to nobody if the team does not assign automatically', async () => {
  const account = await makeStaffedAccount(['Ana', 'Berta'])
  const { act, inbox } = account
  const berta = account.agents[1]!
  await act('create_team', { name: 'Turnos', members: [berta.id!] })
  await act('create_team', { name: 'Sin turnos', members: [berta.id!], allow_auto_assign: false })
  await act('create_team', { name: 'Vacío' })
  const begin = async (team: string) => {
    const { id: contact_id } = await act('create_contact', {
      name: 'x',
      email: `${team}-${Math.random()}@example.com`.replace(' ', ''),
    })
    return (await act('create_conversation', { contact_id, inbox_id: inbox.id, team })).assignee?.name
  }
  assert.deepEqual([await begin('Turnos'), await begin('Turnos')], ['Berta', 'Berta'])
  assert.deepEqual([await begin('Sin turnos'), await begin('Vacío')], [undefined, undefined])
})

test('An agent in two inboxes has one shared capacity and takes turns in each', async () => {
  const account = await makeStaffedAccount(['Ana', 'Berta'], 4)
  const { act } = account
  const ana = account.agents[0]!
  const second = await act('create_inbox', { name: 'Segundo', channel: 'api', members: [ana.id!] })
  for (const _ of times(3)) await account.talk({ inbox_id: second.id })
  await Promise.all(times(8).map(() => account.talk()))
  assert.deepEqual(await countByAgent(account), { Ana: 4, Berta: 4, nadie: 3 })
})

test('Manual assignment may exceed an agent’s capacity', async () => {
  const account = await makeStaffedAccount(['Ana'], 1)
  await account.talk()
  const { id: conversation_id } = await account.talk()
  const { assignee } = await account.act('assign_conversation', { conversation_id, agent: 'Ana' })
  assert.equal(assignee?.name, 'Ana')
})

test('A reopened conversation keeps its agent, even while they are away', async () => {
  const account = await makeStaffedAccount(['Ana', 'Berta'])
  const { id: conversation_id } = await account.talk({ source_id: 'fiel' })
  await account.act('resolve_conversation', { conversation_id })
  await account.leave(account.agents[0]!)
  assert.equal((await account.write({ source_id: 'fiel' })).conversation.assignee?.name, 'Ana')
})

test('Waiting conversations are assigned when an agent becomes available, the longest waiting first', async () => {
  const account = await makeStaffedAccount(['Ana'], 2)
  await account.leave(account.agents[0]!)
  const waiting = [await account.talk(), await account.talk(), await account.talk()]
  await assignWaiting(runtime)
  assert.deepEqual(await countByAgent(account), { nadie: 3 })
  await account.arrive(account.agents[0]!, 2)
  await assignWaiting(runtime)
  const { items } = await account.act('list_conversations', { assignee: 'Ana' })
  assert.deepEqual(items.map(({ id }) => id).sort(), [waiting[0]!.id, waiting[1]!.id].sort())
  const assignments = (await account.events()).filter(({ name }) => name === 'conversation.assigned')
  assert.deepEqual(
    assignments.map(({ actor }) => actor.type),
    ['system', 'system'],
  )
})

test('Resolving a conversation frees capacity, and the next in line is assigned', async () => {
  const account = await makeStaffedAccount(['Ana'], 1)
  const first = await account.talk()
  const second = await account.talk()
  await account.talk()
  await account.act('resolve_conversation', { conversation_id: first.id })
  await assignWaiting(runtime)
  const { items } = await account.act('list_conversations', { assignee: 'Ana' })
  assert.deepEqual(
    items.map(({ id }) => id),
    [second.id],
  )
})

test('Two servers assigning at once assign each conversation once, fairly and within capacity', async () => {
  const account = await makeStaffedAccount(['Ana', 'Berta', 'Clara'], 5)
  for (const agent of account.agents) await account.leave(agent)
  await Promise.all(times(20).map(() => account.talk()))
  for (const agent of account.agents) await account.arrive(agent, 5)
  await Promise.all([assignWaiting(runtime), assignWaiting(runtime), assignWaiting(runtime)])
  await assignWaiting(runtime)
  assert.deepEqual(await countByAgent(account), { Ana: 5, Berta: 5, Clara: 5, nadie: 5 })
  const assignments = (await account.events()).filter(({ name }) => name === 'conversation.assigned')
  assert.equal(assignments.length, 15)
})

test('Assignment work is pending exactly while a conversation waits and an agent has capacity', async () => {
  const due = async () => (await sql<{ at: string | null }>`${nextAssignmentAt}`).length > 0
  const account = await makeStaffedAccount(['Ana'], 1)
  await assignWaiting(runtime)
  assert.equal(await due(), false)
  const first = await account.talk()
  await account.talk()
  assert.equal(await due(), false)
  await account.act('resolve_conversation', { conversation_id: first.id })
  assert.equal(await due(), true)
  await assignWaiting(runtime)
  assert.equal(await due(), false)
})

test('Agents are never assigned conversations of another workspace', async () => {
  const [one, two] = [await makeStaffedAccount(['Ana']), await addAccount()]
  await two.act('update_inbox', { inbox_id: two.inbox.id, auto_assign: true })
  await two.talk()
  await assignWaiting(runtime)
  assert.deepEqual(await countByAgent(two), { nadie: 1 })
  assert.deepEqual(await countByAgent(one), {})
})
