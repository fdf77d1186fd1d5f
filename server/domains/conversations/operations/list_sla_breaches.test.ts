import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breachSlas } from '#domains/conversations/sla.ts'
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

/** Somebody nobody answered, in this inbox. */
const leave = async (source_id: string, inbox_id: string) => {
  const now = new Date(Date.now() - 3_600_000)
  return (await write({ source_id, inbox_id }, { now })).conversation.id
}
const own = await leave('de Inés', inbox.id)
await act('assign_conversation', { conversation_id: own, agent: ines.id! })
await leave('de nadie', inbox.id)
await breachSlas(runtime)
await leave('en soporte', support.id)
await breachSlas(runtime)

const found = async (asked: Input<'list_sla_breaches'> = {}, as = actor) =>
  (await act('list_sla_breaches', asked, { as })).items.map(({ kind, inbox }) => `${inbox.name} ${kind}`)

test('promises that were not kept are listed, the newest first, with who had them', async () => {
  const { items, next_cursor } = await act('list_sla_breaches', {})
  assert.equal(next_cursor, null)
  assert.deepEqual(items.map(({ kind }) => kind).toSorted(), [
    'first_response',
    'first_response',
    'first_response',
    'resolution',
  ])
  assert.deepEqual(await found(), [
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

test('filters find by inbox, kind, agent and day, and refuse what there is not', async () => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: actor.account.time_zone }).format()
  assert.equal((await found({ inbox: 'soporte' })).length, 2)
  assert.equal((await found({ inbox_id: inbox.id })).length, 2)
  assert.deepEqual(await found({ kind: 'resolution' }), ['Soporte resolution'])
  assert.deepEqual(await found({ assignee: 'Inés' }), ['Ventas first_response'])
  assert.equal((await found({ from: today, to: today })).length, 4)
  assert.deepEqual(await found({ to: '2020-01-01' }), [])
  assert.deepEqual(await found({ inbox: 'Ventas', kind: 'first_response', assignee: ines.id!, from: today }), [
    'Ventas first_response',
  ])
  assert.equal((await refusal(found({ inbox: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(found({ assignee: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(found({ from: '2026-02-01', to: '2026-01-01' }))).code, 'invalid_value')
})

test('a page at a time brings them all, each once', async () => {
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

test('who sees only their own conversations is told of these, and another workspace of none', async () => {
  assert.deepEqual(await found({}, ines), ['Ventas first_response'])
  const other = await addAccount()
  assert.deepEqual((await other.act('list_sla_breaches', {})).items, [])
})

test('it needs the right to read conversations', async () => {
  const problem = await refusal(found({}, only('contacts:read', 'reports:read')))
  assert.equal(problem.code, 'permission_denied')
})

test('among thousands a page is read from an index', async () => {
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
