import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, startOfDay } from '#contract/periods.ts'
import type { Days } from '#domains/reports/rollup/report-rows.ts'
import { rollUpReports, rebuildReports } from '#domains/reports/rollup/rollup.ts'
import { groupKey, type Kind, getReplyTimes } from '#domains/reports/conversations/reply-times.ts'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import { timesOf } from './history.ts'
import { contextOf } from './sums.ts'

/* Means, medians and distributions of first replies, compared with a sorted list. */

const workspace = await openInbox()
const { runtime, sql } = workspace
const ZONE = 'America/Bogota'
const FIRST = '2026-03-01'

/** The first reply of a conversation: one of three agents, its delay, day and one of two inboxes. */
type Case = {
  human: number | null
  working: number | null
  ai: number | null
  agent: number
  day: number
  inbox: number
  owner: number
}

const limits = [
  0, 1, 5, 6, 60, 61, 300, 301, 900, 3600, 3601, 14_400, 28_800, 28_801, 86_400, 86_401, 2_592_000, 2_592_001,
  40_000_000,
]
const seconds = fc.oneof(fc.constantFrom(...limits), fc.integer({ min: 0, max: 8000 }), fc.constantFrom(42, 42, 43))
const one: fc.Arbitrary<Case> = fc
  .record({
    human: fc.option(seconds, { freq: 5 }),
    working: seconds,
    ai: fc.option(seconds, { freq: 2 }),
    agent: fc.nat(2),
    day: fc.nat(6),
    inbox: fc.nat(1),
    owner: fc.nat(2),
  })
  .map((each) => ({ ...each, working: each.human === null ? null : Math.min(each.human, each.working) }))

test('Mean, median, 90th percentile and distribution of first replies match a sorted list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 250 }), async (cases) => {
      const here = await workspace.addAccount()
      const second = await here.act('create_inbox', { name: 'Soporte', channel: 'api', auto_assign: false })
      const inboxes = [here.inbox.id, second.id]
      const people = await Promise.all(['Beto', 'Carla', 'Diego'].map((name) => here.addAgent(name)))
      await keep(here.actor, cases, inboxes, people)
      await rebuildReports(runtime, here.actor.account.id)

      const week: Days = { from: FIRST, to: addDays(FIRST, 6) }
      const some: Days = { from: addDays(FIRST, 2), to: addDays(FIRST, 4) }
      for (const days of [week, some, { from: null, to: some.to }]) {
        const on = cases.filter(({ day }) => {
          const at = addDays(FIRST, day)
          return (days.from === null || at >= days.from) && at <= days.to
        })
        await compare(here.actor, on, people, days)
        await compare(
          here.actor,
          on.filter(({ inbox }) => inbox === 0),
          people,
          days,
          inboxes[0],
        )
        const own: Actor = { ...people[1]!, visibility: 'own' }
        await compare(
          own,
          on.filter(({ owner }) => owner === 1),
          people,
          days,
        )
      }
    }),
    { numRuns: 12 },
  )
})

test('A reply counts at once, and still after the rollup', async () => {
  const { write, act, actor } = await workspace.addAccount()
  const start = new Date('2026-03-02T15:00:00Z')
  const { conversation } = await write({}, { now: start })
  const answer = { conversation_id: conversation.id, content: 'Va' }
  await act('send_message', answer, { now: new Date(start.getTime() + 300_000) })
  for (const _ of ['waiting to be added', 'added']) {
    const times = await getReplyTimes(
      contextOf(runtime, actor),
      ['human_reply'],
      { from: FIRST, to: '2026-03-31' },
      undefined,
      true,
    )
    assert.deepEqual(times, new Map([[groupKey('human_reply', actor.user_id), timesOf([300])]]))
    await rollUpReports(runtime)
  }
})

/** Inserts conversations with these first replies, as facts only. */
async function keep({ account }: Actor, cases: readonly Case[], inboxes: readonly string[], people: readonly Actor[]) {
  const rows = cases.map((each, n) => ({
    n: n + 1,
    inbox_id: inboxes[each.inbox]!,
    assignee_id: people[each.owner]!.user_id,
    human_id: each.human === null ? null : people[each.agent]!.user_id,
    human: each.human,
    working: each.working,
    ai: each.ai,
    asked_at: new Date(startOfDay(addDays(FIRST, each.day), ZONE).getTime() + (n % 24) * 3_600_000),
  }))
  const all = JSON.stringify(rows)
  await sql`
    with r as materialized (
      select * from jsonb_to_recordset(${all}::jsonb) as r (n int, inbox_id bigint, assignee_id bigint, human_id bigint, human int, working int, ai int, asked_at timestamptz)
    ), k as (
      insert into contacts (account_id, name, created_at, updated_at) select ${account.id}, 'Cliente ' || n, now(), now() from r returning id, name
    ), d as (
      insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
      select ${account.id}, k.id, r.inbox_id, k.name, now() from k join r on k.name = 'Cliente ' || r.n returning id, contact_id, inbox_id, source_id
    ), c as (
      insert into conversations (account_id, inbox_id, contact_id, identity_id, status, assignee_id, additional_attributes, last_activity_at, created_at, updated_at)
      select ${account.id}, d.inbox_id, d.contact_id, d.id, 'open', r.assignee_id, jsonb_build_object('n', r.n), r.asked_at, r.asked_at, r.asked_at
        from d join r on d.source_id = 'Cliente ' || r.n returning id, inbox_id, (additional_attributes ->> 'n')::int as n
    )
    insert into conversation_facts (account_id, conversation_id, inbox_id, created_at, status, priority, asked_at, human_id, human_seconds, working_seconds, ai_seconds)
    select ${account.id}, c.id, c.inbox_id, r.asked_at, 'open', 'none', r.asked_at, r.human_id, r.human, r.working, r.ai from c join r on r.n = c.n`
}

const kinds: readonly [Kind, (each: Case) => number | null][] = [
  ['human_reply', ({ human }) => human],
  ['working_reply', ({ working }) => working],
  ['ai_reply', ({ ai }) => ai],
]

async function compare(actor: Actor, cases: readonly Case[], people: readonly Actor[], days: Days, inbox_id?: string) {
  const ctx = contextOf(runtime, actor)
  const all = await getReplyTimes(ctx, ['human_reply', 'working_reply', 'ai_reply'], days, inbox_id, false)
  const each = await getReplyTimes(ctx, ['human_reply', 'working_reply'], days, inbox_id, true)
  for (const [kind, of] of kinds) {
    const values = cases.map(of).filter((value) => value !== null)
    assert.deepEqual(all.get(kind), values.length > 0 ? timesOf(values) : undefined, kind)
    if (kind === 'ai_reply') continue
    for (const [i, person] of people.entries()) {
      const own = cases.filter(({ agent }) => agent === i).map(of)
      const theirs = own.filter((value) => value !== null)
      const key = groupKey(kind, person.user_id)
      assert.deepEqual(each.get(key), theirs.length > 0 ? timesOf(theirs) : undefined, key)
    }
  }
}
