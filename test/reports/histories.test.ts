import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, dayOf } from '#contract/periods.ts'
import { rollUpReports, rebuildReports } from '#domains/reports/rollup/rollup.ts'
import type { Actor } from '#kernel/operation.ts'
import { openWorkspace } from '#test/workspace.ts'
import { type Assignment, assignmentsOf, type Fact, factsOf } from './history.ts'
import { contextOf, countedBy, ever, expectedOf, expectedSums, storedOf } from './sums.ts'
import { openWorld, type Talk, type World, world } from './world.ts'
import { runs } from '#test/runs.ts'

/* For any history, the facts and sums of reports match a slow computation over its complete log. */

const workspace = await openWorkspace()
const { runtime, sql } = workspace

test('Recorded facts and sums match the history, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ zone, begins, steps }) => {
      const here = await openWorld(workspace, zone, begins)
      for (const [i, step] of steps.entries()) {
        await here.take(step)
        if (i % 29 === 28) await check(here)
      }
      await check(here)
      await rollUpReports(runtime)
      await check(here)
      await rebuildReports(runtime, here.account_id)
      await check(here)
      const left = await sql`select from report_deltas where account_id = ${here.account_id}`
      assert.equal(left.length, 0)
    }),
    // A failure prints only the seed, because a history is long.
    { ...runs(40), endOnFailure: true },
  )
})

async function check(here: World): Promise<void> {
  const { account_id, actor } = here
  const { time_zone } = actor().account
  const talks = [...here.talks.values()]
  const expected = expectedOf(talks, time_zone)
  assert.deepEqual(await countedBy(contextOf(runtime, actor())), expected)
  const [zone] = await sql<{ time_zone: string }>`select time_zone from report_zones where account_id = ${account_id}`
  if (!zone || zone.time_zone === time_zone)
    assert.deepEqual(await storedOf(sql, account_id, time_zone), expectedSums(talks, time_zone))
  await checkFacts(account_id, talks)
  await checkViews(here, talks)
}

/** Checks that each actor gets the counts visible to them, for the given days and inbox. */
async function checkViews({ actor, people, team_id, begins, inboxes }: World, talks: readonly Talk[]): Promise<void> {
  const { account } = actor()
  const [beto, carla] = people.slice(1) as [Actor, Actor]
  const own = ({ log }: Talk, who: Actor) => log.at(-1)!.assignee_id === who.user_id
  const views: [Actor, (talk: Talk) => boolean][] = [
    [actor(), () => true],
    [{ ...beto, visibility: 'own' }, (talk) => own(talk, beto)],
    [{ ...beto, visibility: 'team' }, (talk) => own(talk, beto) || talk.team_id === team_id],
    [{ ...carla, visibility: 'team' }, (talk) => own(talk, carla)],
  ]
  const first = dayOf(new Date(begins), account.time_zone)
  const some = [first, addDays(first, 1), addDays(first, 4)] as const
  for (const [who, sees] of views) {
    const ctx = contextOf(runtime, { ...who, account })
    const seen = talks.filter(sees)
    assert.deepEqual(await countedBy(ctx), expectedOf(seen, account.time_zone), 'all they may see')
    for (const days of [
      { from: some[0], to: some[0] },
      { from: some[1], to: some[2] },
      { from: null, to: some[1] },
      { from: addDays(first, -40), to: addDays(first, 45) },
    ]) {
      assert.deepEqual(await countedBy(ctx, days), expectedOf(seen, account.time_zone, days), JSON.stringify(days))
    }
    const inbox_id = inboxes[0]!.id
    const there = seen.filter((talk) => talk.inbox_id === inbox_id)
    assert.deepEqual(await countedBy(ctx, ever, inbox_id), expectedOf(there, account.time_zone), 'one inbox')
  }
}

async function checkFacts(account_id: string, talks: readonly Talk[]): Promise<void> {
  const facts = await sql<Fact & { conversation_id: string }>`
    select conversation_id, inbox_id, created_at, status, priority, asked_at, human_at, human_reply_at, human_id, human_seconds, working_seconds, ai_at,
           ai_reply_at, ai_seconds, handed_over_at, resolved_at, resolved_by, resolved_by_id, resolution_seconds
      from conversation_facts where account_id = ${account_id} order by conversation_id`
  const inOrder = talks.toSorted((a, b) => Number(a.id) - Number(b.id))
  assert.deepEqual(
    facts,
    inOrder.map(({ id, inbox_id, log }) => ({ conversation_id: id, ...factsOf(inbox_id, log) })),
  )
  const given = await sql<Assignment & { conversation_id: string }>`
    select conversation_id, inbox_id, assignee_id, assigned_at, ended_at, previous_at, resolved_now, resolved_theirs
      from assignments where account_id = ${account_id} order by conversation_id, id`
  assert.deepEqual(
    given,
    inOrder.flatMap(({ id, inbox_id, log }) =>
      assignmentsOf(inbox_id, log).map((each) => ({ conversation_id: id, ...each })),
    ),
  )
  await checkFirstInboxes(account_id, inOrder)
}

/** Checks that the first inbox of a contact is that of their oldest remaining conversation. */
async function checkFirstInboxes(account_id: string, talks: readonly Talk[]): Promise<void> {
  const known = await sql<{ id: string; first_inbox_id: string | null }>`
    select id, first_inbox_id from contacts where account_id = ${account_id} order by id`
  assert.deepEqual(
    known,
    known.map(({ id }) => ({ id, first_inbox_id: talks.find((talk) => talk.contact_id === id)?.inbox_id ?? null })),
  )
}
