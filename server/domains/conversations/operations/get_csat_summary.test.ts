import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { summarise } from '#domains/conversations/surveys/rules.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, sql, only, inbox, talk, addAgent, addAccount } = await openInbox()
const ines = await addAgent('Inés', { visibility: 'own' })
const luis = await addAgent('Luis', { visibility: 'own' })
const support = await act('create_inbox', { name: 'Soporte', channel: 'api', auto_assign: false })

async function survey(rating: number | null, agent: string | null, inbox_id = inbox.id, days = 0) {
  const { id: conversation_id, contact } = await talk({ inbox_id })
  if (agent) await act('assign_conversation', { conversation_id, agent })
  await sql`
    insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, assignee_id, rating, sent_at)
    values (${actor.account.id}, ${conversation_id}, ${contact.id}, ${inbox_id}, ${agent}, ${rating}, now() - make_interval(days => ${days}))`
}
for (const rating of [5, 5, 4, null]) await survey(rating, ines.id!)
for (const rating of [1, null]) await survey(rating, luis.id!)
await survey(null, null)
await survey(2, luis.id!, support.id, 40)

test('The summary shows how many surveys were sent and answered, the average, the ratings, and each agent’s share', async () => {
  const summary = await act('get_csat_summary', {})
  assert.deepEqual(summary, {
    asked: 8,
    answered: 5,
    response_rate: 62.5,
    average: 3.4,
    distribution: { 1: 1, 2: 1, 3: 0, 4: 1, 5: 2 },
    by_agent: [
      {
        agent: { id: ines.id, name: 'Inés' },
        asked: 4,
        answered: 3,
        response_rate: 75,
        average: 4.67,
        distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 2 },
      },
      {
        agent: { id: luis.id, name: 'Luis' },
        asked: 3,
        answered: 2,
        response_rate: 66.7,
        average: 1.5,
        distribution: { 1: 1, 2: 1, 3: 0, 4: 0, 5: 0 },
      },
      {
        agent: null,
        asked: 1,
        answered: 0,
        response_rate: 0,
        average: null,
        distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
      },
    ],
  })
})

test('Filters narrow the summary to an inbox, an agent and a date range', async () => {
  const [there, hers] = [
    await act('get_csat_summary', { inbox: 'Soporte' }),
    await act('get_csat_summary', { assignee: 'Inés' }),
  ]
  assert.deepEqual([there.asked, there.average, there.by_agent.length], [1, 2, 1])
  assert.deepEqual([hers.asked, hers.average], [4, 4.67])
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: actor.account.time_zone }).format()
  assert.equal((await act('get_csat_summary', { from: day, to: day })).asked, 7)
  assert.equal((await refusal(act('get_csat_summary', { inbox: 'Nadie' }))).code, 'not_found')
})

test('Without surveys the percentages are empty rather than zero', async () => {
  const other = await addAccount()
  const nothing = { asked: 0, answered: 0, response_rate: null, average: null }
  const expected = { ...nothing, distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }, by_agent: [] }
  assert.deepEqual(await other.act('get_csat_summary', {}), expected)
})

test('An agent limited to their own conversations sees a summary of these', async () => {
  const { asked, answered, average } = await act('get_csat_summary', {}, { as: luis })
  assert.deepEqual([asked, answered, average], [3, 2, 1.5])
})

test('The summary requires permission to read reports', async () => {
  const as = only('conversations:read', 'workspace:read')
  assert.equal((await refusal(act('get_csat_summary', {}, { as }))).code, 'permission_denied')
})

test('The totals of all agents add up to the overall total', () => {
  const tally = fc
    .record({ ratings: fc.array(fc.nat(50), { minLength: 5, maxLength: 5 }), silent: fc.nat(50) })
    .map(({ ratings, silent }) => {
      const answered = ratings.reduce((sum, each) => sum + each, 0)
      return { ratings, answered, asked: answered + silent }
    })
  fc.assert(
    fc.property(fc.array(tally, { maxLength: 8 }), (tallies) => {
      const all = summarise(tallies)
      const each = tallies.map((one) => summarise([one]))
      assert.equal(
        all.asked,
        each.reduce((sum, { asked }) => sum + asked, 0),
      )
      assert.equal(
        Object.values(all.distribution).reduce((sum, count) => sum + count, 0),
        all.answered,
      )
      assert.equal(all.average === null, all.answered === 0)
      assert.equal(all.response_rate === null, all.asked === 0)
      if (all.average !== null) assert.ok(all.average >= 1 && all.average <= 5)
    }),
  )
})
