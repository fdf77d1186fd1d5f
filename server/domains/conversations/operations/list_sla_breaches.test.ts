import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordDueBreaches } from '#domains/conversations/sla/breaches.ts'
import { openInbox } from '#test/inbox.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, only, inbox, write, addAgent, addAccount, runtime } = await openInbox()
const ines = await addAgent('Inés', { visibility: 'own' })
const support = await act('create_inbox', {
  name: 'Soporte',
  channel: 'api',
  auto_assign: false,
  sla: {
    business_hours_only: true,
    targets: [{ priority: null, first_response_minutes: 10, next_response_minutes: null, resolution_minutes: 20 }],
  },
})

/** Creates a conversation in this inbox that has gone unanswered for an hour. */
const makeOverdue = async (source_id: string, inbox_id: string) => {
  const now = new Date(Date.now() - 3_600_000)
  return (await write({ source_id, inbox_id }, { now })).conversation.id
}
const own = await makeOverdue('de Inés', inbox.id)
await act('assign_conversation', { conversation_id: own, agent: ines.id! })
await makeOverdue('de nadie', inbox.id)
await recordDueBreaches(runtime)
await makeOverdue('en soporte', support.id)
await recordDueBreaches(runtime)

const listBreaches = async (filters: Input<'list_sla_breaches'> = {}, as = actor) =>
  (await act('list_sla_breaches', filters, { as })).items.map(({ kind, inbox }) => `${inbox.name} ${kind}`)

test('SLA breaches are listed newest first, with the assigned agent', async () => {
  const { items, next_cursor } = await act('list_sla_breaches', {})
  assert.equal(next_cursor, null)
  assert.deepEqual(items.map(({ kind }) => kind).toSorted(), [
    'first_response',
    'first_response',
    'first_response',
    'resolution',
  ])
  assert.deepEqual(await listBreaches(), [
    'Soporte resolution',
    'Soporte first_response',
    'Ventas first_response',
    'Ventas first_response',
  ])
  assert.deepEqual(items.find(({ conversation_id }) => conversation_id === own)?.assignee, {
    id: ines.id,
    name: 'Inés',
  })
})

test('Breaches are filtered by inbox, kind, agent and day, and unknown values are refused', async () => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: actor.account.time_zone }).format()
  assert.equal((await listBreaches({ inbox: 'soporte' })).length, 2)
  assert.equal((await listBreaches({ inbox_id: inbox.id })).length, 2)
  assert.deepEqual(await listBreaches({ kind: 'resolution' }), ['Soporte resolution'])
  assert.deepEqual(await listBreaches({ assignee: 'Inés' }), ['Ventas first_response'])
  assert.equal((await listBreaches({ from: today, to: today })).length, 4)
  assert.deepEqual(await listBreaches({ to: '2020-01-01' }), [])
  assert.deepEqual(await listBreaches({ inbox: 'Ventas', kind: 'first_response', assignee: ines.id!, from: today }), [
    'Ventas first_response',
  ])
  assert.equal((await refusal(listBreaches({ inbox: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(listBreaches({ assignee: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(listBreaches({ from: '2026-02-01', to: '2026-01-01' }))).code, 'invalid_value')
})

test('Breaches are filtered by team, priority and the lack of an agent or team, and counted if asked', async () => {
  const { id: team } = await act('create_team', { name: 'Ventas', members: [] })
  await sql`
    update sla_breaches set team_id = ${team}, priority = 'urgent'
     where account_id = ${actor.account.id} and conversation_id = ${own}`
  assert.deepEqual(await listBreaches({ team: 'ventas' }), ['Ventas first_response'])
  assert.deepEqual(await listBreaches({ priority: 'urgent' }), ['Ventas first_response'])
  assert.equal((await listBreaches({ without_team: true })).length, 3)
  assert.equal((await listBreaches({ unassigned_only: true })).length, 3)
  assert.equal((await act('list_sla_breaches', { unassigned_only: true, include_total: true, limit: 1 })).total, 3)
  assert.equal((await act('list_sla_breaches', { include_total: true }, { as: ines })).total, 1)
  const both = await refusal(listBreaches({ assignee: 'Inés', unassigned_only: true }))
  assert.deepEqual([both.code, both.extra.errors?.[0]?.field], ['invalid_value', 'unassigned_only'])
  const teams = await refusal(listBreaches({ team, without_team: true }))
  assert.deepEqual([teams.code, teams.extra.errors?.[0]?.field], ['invalid_value', 'without_team'])
})

test('Pages return every breach once', async () => {
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await act('list_sla_breaches', { limit: 1, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor)
  assert.equal(new Set(seen).size, 4)
  assert.equal(seen.length, 4)
})

test('An agent limited to their own conversations sees their breaches, and another workspace sees none', async () => {
  assert.deepEqual(await listBreaches({}, ines), ['Ventas first_response'])
  const other = await addAccount()
  assert.deepEqual((await other.act('list_sla_breaches', {})).items, [])
})

test('Listing breaches requires permission to read conversations', async () => {
  const problem = await refusal(listBreaches({}, only('contacts:read', 'reports:read')))
  assert.equal(problem.code, 'permission_denied')
})

test('A page among thousands of breaches is read from an index', async () => {
  await sql`
    insert into sla_breaches (account_id, conversation_id, inbox_id, kind, priority, due_at, breached_at)
    select account_id, conversation_id, inbox_id, kind, priority, due_at - make_interval(mins => n), breached_at - make_interval(mins => n)
      from sla_breaches, generate_series(1, 2000) n where account_id = ${actor.account.id}`
  await runtime.database.work.query('vacuum analyze')
  const { planOf } = openPlans(runtime, actor)
  const plan = await planOf('list_sla_breaches', {})
  assert.deepEqual(plan.indexes('sla_breaches'), ['sla_breaches_newest'], plan.text)
  assert.ok(plan.rows('sla_breaches') <= 26, plan.text)
})
