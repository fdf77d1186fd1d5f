import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, only, inbox, talk, addAgent, addAccount, runtime } = await openInbox()
const ines = await addAgent('Inés', { visibility: 'own' })
const support = await act('create_inbox', { name: 'Soporte', channel: 'api', auto_assign: false })

/** A survey that was sent so many days ago. */
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

const found = async (asked: Input<'list_csat_responses'> = {}, as = actor) =>
  (await act('list_csat_responses', asked, { as })).items.map(({ rating, inbox }) => `${inbox.name} ${rating}`)
const dayOf = (daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: actor.account.time_zone }).format(Date.now() - daysAgo * 86_400_000)

test('everybody who was asked is listed, the latest first, whether or not they answered', async () => {
  assert.deepEqual(await found(), ['Ventas null', 'Ventas 5', 'Soporte 1'])
})

test('filters find by inbox, agent, rating, day and whether it was answered, and refuse what there is not', async () => {
  assert.deepEqual(await found({ answered_only: true }), ['Ventas 5', 'Soporte 1'])
  assert.deepEqual(await found({ rating: 5 }), ['Ventas 5'])
  assert.deepEqual(await found({ inbox: 'soporte' }), ['Soporte 1'])
  assert.deepEqual(await found({ inbox_id: inbox.id }), ['Ventas null', 'Ventas 5'])
  assert.deepEqual(await found({ assignee: 'Inés' }), ['Ventas 5'])
  assert.deepEqual(await found({ from: dayOf(1), to: dayOf(1) }), ['Ventas 5'])
  assert.deepEqual(await found({ to: dayOf(2) }), ['Soporte 1'])
  assert.deepEqual(await found({ rating: 2 }), [])
  assert.equal((await refusal(found({ inbox: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(found({ rating: 6 }))).code, 'invalid_request')
})

test('a page at a time brings them all, each once', async () => {
  const seen: (number | null)[] = []
  let cursor: string | null | undefined
  do {
    const page = await act('list_csat_responses', { limit: 1, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ rating }) => rating))
    cursor = page.next_cursor
  } while (cursor)
  assert.deepEqual(seen, [null, 5, 1])
})

test('who sees only their own conversations reads what was said of these, and another workspace nothing', async () => {
  assert.deepEqual(await found({}, ines), ['Ventas 5'])
  const other = await addAccount()
  assert.deepEqual((await other.act('list_csat_responses', {})).items, [])
})

test('it needs the right to read conversations', async () => {
  assert.equal((await refusal(found({}, only('reports:read')))).code, 'permission_denied')
})

test('among thousands a page is read from an index', async () => {
  await sql`
    insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, rating, sent_at)
    select account_id, conversation_id, contact_id, inbox_id, rating, sent_at - make_interval(mins => n)
      from csat_surveys, generate_series(1, 2000) n where account_id = ${actor.account.id}`
  await runtime.database.work.query('vacuum analyze')
  const plan = await openPlans(runtime, actor).planOf('list_csat_responses', {})
  assert.deepEqual(plan.indexes('csat_surveys'), ['csat_surveys_newest'], plan.text)
  assert.ok(plan.rows('csat_surveys') <= 26, plan.text)
})
