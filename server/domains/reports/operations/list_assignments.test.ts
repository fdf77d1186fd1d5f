import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, only, inbox, write, addAgent, addAccount, runtime } = await openInbox()
const ines = await addAgent('Inés', { visibility: 'own' })
const luis = await addAgent('Luis')
const march = { from: '2026-03-01', to: '2026-03-31' }

const at = (local: string) => new Date(`${local}-05:00`)
const ask = async (name: string) =>
  (await write({ contact: { name }, source_id: name }, { now: at('2026-02-20T09:00') })).conversation.id
const give = (conversation_id: string, agent: Actor, moment: string) =>
  act('assign_conversation', { conversation_id, agent: agent.id! }, { now: at(moment) })
const [rosa, tomas] = [await ask('Rosa'), await ask('Tomás')]
await give(rosa, ines, '2026-02-28T09:00')
await give(rosa, luis, '2026-03-02T09:00')
await give(rosa, ines, '2026-03-03T09:00')
await give(rosa, luis, '2026-03-04T09:00')
await give(tomas, luis, '2026-03-05T09:00')
await act('resolve_conversation', { conversation_id: tomas }, { now: at('2026-03-06T09:00') })

const list = async (filters: Input<'list_assignments'> = march, as = actor) =>
  (await act('list_assignments', filters, { as })).items.map(({ contact, agent }) => `${contact.name}: ${agent.name}`)

test('Assigned conversations are listed once per agent in the period, newest first', async () => {
  assert.deepEqual(await list(), ['Tomás: Luis', 'Rosa: Inés', 'Rosa: Luis'])
  assert.deepEqual(await list({ from: '2026-02-01', to: '2026-03-31' }), ['Tomás: Luis', 'Rosa: Luis', 'Rosa: Inés'])
  const [newest] = (await act('list_assignments', march)).items
  assert.deepEqual(
    [newest!.conversation_id, newest!.assigned_at, newest!.resolved, newest!.inbox.name],
    [tomas, '2026-03-05T14:00:00.000Z', true, inbox.name],
  )
})

test('They are filtered by agent, outcome, channel and day', async () => {
  assert.deepEqual(await list({ ...march, agent: 'luis' }), ['Tomás: Luis', 'Rosa: Luis'])
  assert.deepEqual(await list({ ...march, agent: luis.id!, resolved_only: true }), ['Tomás: Luis'])
  assert.deepEqual(await list({ from: '2026-03-03', to: '2026-03-03' }), ['Rosa: Inés'])
  const empty = await act('create_inbox', { name: 'Vacío', channel: 'api', auto_assign: false })
  assert.deepEqual(await list({ ...march, inbox_id: empty.id }), [])
  assert.equal((await refusal(list({ ...march, agent: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(list({ ...march, inbox_id: '999999' }))).code, 'not_found')
})

test('The first page has the total if asked for, and pages hold each once', async () => {
  const first = await act('list_assignments', { ...march, include_total: true, limit: 2 })
  const cursor = first.next_cursor!
  const second = await act('list_assignments', { ...march, include_total: true, limit: 2, cursor })
  assert.deepEqual([first.items.length, first.total], [2, 3])
  assert.deepEqual([second.items.length, second.total, second.next_cursor], [1, undefined, null])
})

test('Limited visibility covers only visible conversations, and another workspace sees none', async () => {
  assert.deepEqual(await list(march, ines), [])
  await give(rosa, ines, '2026-04-01T09:00')
  assert.deepEqual(await list(march, ines), ['Rosa: Inés', 'Rosa: Luis'])
  const other = await addAccount()
  assert.equal((await other.act('list_assignments', { ...march, include_total: true })).total, 0)
})

test('Listing assignments requires permission for reports, and hides customers’ names from callers who may not read them', async () => {
  assert.equal((await refusal(list(march, only('conversations:read')))).code, 'permission_denied')
  const names = await list(march, only('reports:read'))
  assert.ok(names.length === 3 && names.every((name) => /^Contacto \d+: /.test(name)), names.join())
})

test('A page among thousands of assignments is read from an index', async () => {
  await sql`
    insert into assignments (account_id, conversation_id, inbox_id, assignee_id, assigned_at, resolved_now, resolved_theirs)
    select account_id, conversation_id, inbox_id, assignee_id, assigned_at - make_interval(mins => n), false, false
      from assignments, generate_series(1, 1000) n where account_id = ${actor.account.id}`
  await runtime.database.work.query('vacuum analyze')
  const plan = await openPlans(runtime, actor).planOf('list_assignments', march)
  assert.deepEqual(plan.indexes('assignments'), ['assignments_newest'], plan.text)
})
