import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, only, inbox, talk, addAgent, addAccount } = await openInbox()
const ines = await addAgent('Inés', { visibility: 'own' })
const luis = await addAgent('Luis', { visibility: 'own' })
const support = await act('create_inbox', { name: 'Soporte', channel: 'api', auto_assign: false })

/** A local moment in Bogota. */
const at = (local: string) => new Date(`${local}-05:00`)
const march = { from: '2026-03-01', to: '2026-03-31' }
const report = (input: Input<'get_satisfaction_report'> = march, as?: Actor) =>
  act('get_satisfaction_report', input, { now: at('2026-04-10T12:00'), ...(as && { as }) })

/** A survey sent at this moment, inserted directly because the database clock cannot be set back. */
async function survey(sent: string, rating: number | null, agent: Actor | null, inbox_id = inbox.id) {
  const { id: conversation_id, contact } = await talk({ inbox_id })
  if (agent) await act('assign_conversation', { conversation_id, agent: agent.id! })
  await sql`
    insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, assignee_id, rating, sent_at)
    values (${actor.account.id}, ${conversation_id}, ${contact.id}, ${inbox_id}, ${agent?.id ?? null}, ${rating}, ${at(sent)})`
}
await survey('2026-03-02T09:00', 5, ines)
await survey('2026-03-02T23:59', 4, ines)
await survey('2026-03-31T23:59', null, ines)
await survey('2026-03-31T10:00', 1, luis, support.id)
await survey('2026-03-31T11:00', null, null)
await survey('2026-02-28T23:59', 1, ines)
await survey('2026-04-01T00:00', 1, ines)

const sums = (
  surveys_sent: number,
  surveys_answered: number,
  response_rate: number | null,
  average_rating: number | null,
) => ({ surveys_sent, surveys_answered, response_rate, average_rating })

test('Surveys are counted on the day they were sent, by rating and for the agent assigned then', async () => {
  const { days, time_zone, totals, by_rating, daily, by_agent } = await report()
  assert.deepEqual([days, time_zone], [march, 'America/Bogota'])
  assert.deepEqual(totals, sums(5, 3, 60, 3.33))
  assert.deepEqual(by_rating, [
    { rating: 5, count: 1, share: 33.3 },
    { rating: 4, count: 1, share: 33.3 },
    { rating: 3, count: 0, share: 0 },
    { rating: 2, count: 0, share: 0 },
    { rating: 1, count: 1, share: 33.3 },
  ])
  assert.equal(daily.length, 31)
  assert.deepEqual(
    daily.filter(({ surveys_sent }) => surveys_sent > 0),
    [
      { day: '2026-03-02', ...sums(2, 2, 100, 4.5) },
      { day: '2026-03-31', ...sums(3, 1, 33.3, 1) },
    ],
  )
  assert.deepEqual(daily[0], { day: '2026-03-01', ...sums(0, 0, null, null) })
  assert.deepEqual(by_agent, [
    { agent: { id: ines.id, name: 'Inés' }, name: 'Inés', ...sums(3, 2, 66.7, 4.5) },
    { agent: { id: luis.id, name: 'Luis' }, name: 'Luis', ...sums(1, 1, 100, 1) },
    { agent: null, name: 'Sin asignar', ...sums(1, 0, 0, null) },
  ])
})

test('The report of an inbox or an agent contains only their surveys', async () => {
  const [there, hers] = [await report({ ...march, inbox_id: support.id }), await report({ ...march, agent: 'Inés' })]
  assert.deepEqual(there.totals, sums(1, 1, 100, 1))
  assert.deepEqual(
    there.by_agent.map(({ name }) => name),
    ['Luis'],
  )
  assert.deepEqual(hers.totals, sums(3, 2, 66.7, 4.5))
  assert.equal((await refusal(report({ inbox_id: '999999' }))).code, 'not_found')
  assert.equal((await refusal(report({ agent: 'Nadie' }))).code, 'not_found')
})

test('An agent limited to their own conversations sees their surveys', async () => {
  assert.deepEqual((await report(march, luis)).totals, sums(1, 1, 100, 1))
})

test('Without surveys rates and averages are null', async () => {
  const other = await addAccount()
  const { totals, by_agent } = await other.act('get_satisfaction_report', { days: 7 })
  assert.deepEqual(totals, sums(0, 0, null, null))
  assert.deepEqual(by_agent, [])
})

test('The satisfaction report requires reports:read', async () => {
  const as = only('conversations:read', 'workspace:read')
  assert.equal((await refusal(report(march, as))).code, 'permission_denied')
})
