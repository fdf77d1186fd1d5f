import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, only, inbox, talk, addAgent, addAccount, runtime } = await openInbox()
const ines = await addAgent('Inés', { visibility: 'own' })
const support = await act('create_inbox', { name: 'Soporte', channel: 'api', auto_assign: false })

/** Stores a survey sent this many days ago. */
async function survey(source_id: string, days: number, rating: number | null, inbox_id: string, agent?: string) {
  const { id: conversation_id, contact } = await talk({ source_id, inbox_id })
  if (agent) await act('assign_conversation', { conversation_id, agent })
  await sql`
    insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, assignee_id, rating, sent_at, answered_at)
    values (${actor.account.id}, ${conversation_id}, ${contact.id}, ${inbox_id}, ${agent ?? null}, ${rating},
            now() - make_interval(days => ${days}), ${rating === null ? null : new Date()})`
}
await survey('ayer', 1, 5, inbox.id, ines.id!)
await survey('hoy', 0, null, inbox.id)
await survey('hace un mes', 30, 1, support.id)

const listResponses = async (filters: Input<'list_csat_responses'> = {}, as = actor) =>
  (await act('list_csat_responses', filters, { as })).items.map(({ rating, inbox }) => `${inbox.name} ${rating}`)
const dayOf = (daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: actor.account.time_zone }).format(Date.now() - daysAgo * 86_400_000)

test('Every survey is listed, newest first, whether or not it was answered', async () => {
  assert.deepEqual(await listResponses(), ['Ventas null', 'Ventas 5', 'Soporte 1'])
})

test('Surveys are filtered by inbox, agent, rating, day and answered, and unknown values are refused', async () => {
  assert.deepEqual(await listResponses({ answered_only: true }), ['Ventas 5', 'Soporte 1'])
  assert.deepEqual(await listResponses({ rating: 5 }), ['Ventas 5'])
  assert.deepEqual(await listResponses({ inbox: 'soporte' }), ['Soporte 1'])
  assert.deepEqual(await listResponses({ inbox_id: inbox.id }), ['Ventas null', 'Ventas 5'])
  assert.deepEqual(await listResponses({ assignee: 'Inés' }), ['Ventas 5'])
  assert.deepEqual(await listResponses({ from: dayOf(1), to: dayOf(1) }), ['Ventas 5'])
  assert.deepEqual(await listResponses({ to: dayOf(2) }), ['Soporte 1'])
  assert.deepEqual(await listResponses({ rating: 2 }), [])
  assert.equal((await refusal(listResponses({ inbox: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(listResponses({ rating: 6 }))).code, 'invalid_request')
})

test('Surveys of unassigned conversations are listed apart, and the total is counted if asked', async () => {
  const unassigned = await act('list_csat_responses', { unassigned_only: true, include_total: true })
  assert.equal(unassigned.total, unassigned.items.length)
  assert.ok(unassigned.items.length > 0 && unassigned.items.every(({ assignee }) => assignee === null))
  assert.equal((await act('list_csat_responses', { rating: 5, include_total: true })).total, 1)
  const problem = await refusal(listResponses({ assignee: 'Inés', unassigned_only: true }))
  assert.equal(problem.code, 'invalid_value')
})

test('Pages return every survey once', async () => {
  const seen: (number | null)[] = []
  let cursor: string | null | undefined
  do {
    const page = await act('list_csat_responses', { limit: 1, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ rating }) => rating))
    cursor = page.next_cursor
  } while (cursor)
  assert.deepEqual(seen, [null, 5, 1])
})

test('An agent limited to their own conversations sees their surveys, and another workspace sees none', async () => {
  assert.deepEqual(await listResponses({}, ines), ['Ventas 5'])
  const other = await addAccount()
  assert.deepEqual((await other.act('list_csat_responses', {})).items, [])
})

test('Listing surveys requires permission to read conversations', async () => {
  assert.equal((await refusal(listResponses({}, only('reports:read')))).code, 'permission_denied')
})

test('A page among thousands of surveys is read from an index', async () => {
  await sql`
    insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, rating, sent_at)
    select account_id, conversation_id, contact_id, inbox_id, rating, sent_at - make_interval(mins => n)
      from csat_surveys, generate_series(1, 2000) n where account_id = ${actor.account.id}`
  await runtime.database.work.query('vacuum analyze')
  const plan = await openPlans(runtime, actor).planOf('list_csat_responses', {})
  assert.deepEqual(plan.indexes('csat_surveys'), ['csat_surveys_newest'], plan.text)
  assert.ok(plan.rows('csat_surveys') <= 26, plan.text)
})
