import { reply_steps, type ReplyTimes } from '#contract/records/report.ts'
import { joined, literal, nothing, part, type Part } from '#db/sql.ts'
import { counted, type Days, seenSince, within } from '#domains/reports/counts.ts'
import { mean, rate } from '#domains/reports/rules.ts'
import type { Context } from '#kernel/operation.ts'

export type Kind = 'human_reply' | 'working_reply' | 'ai_reply'

/** Where each time is kept. */
const columns: Record<Kind, Part> = {
  human_reply: literal('human_seconds'),
  working_reply: literal('working_seconds'),
  ai_reply: literal('ai_seconds'),
}

/** A time is counted in the bucket whose limit is the first that is not below it. The same as in `reply_limits`. */
const limits = [
  5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 750, 900, 1200, 1800, 2700, 3600, 5400, 7200, 10800, 14400,
  21600, 28800, 43200, 64800, 86400, 129600, 172800, 259200, 432000, 604800, 1209600, 2592000,
]
/** No time is longer: it is kept as an integer. */
const LONGEST = 2_147_483_647
const steps = [60, 300, 900, 3600, 14400, 28800, 86400]

type Tally = { kind: Kind; agent_id: string; bucket: number; count: number; seconds: number }
type Group = { kind: Kind; agent_id: string | null; tallies: Tally[]; count: number }
/** The value at a place among those of one bucket. */
type Wanted = { kind: Kind; agent_id: string | null; over: number; within: number; place: number }

/**
 * How long first answers took, of conversations in which the customer first asked on these days. Sums say how many fell
 * into each bucket, and so in which the middle lies; only that bucket is looked into.
 */
export async function replyTimes(
  ctx: Context,
  kinds: readonly Kind[],
  days: Days,
  inbox_id: string | undefined,
  byAgent: boolean,
): Promise<Map<string, ReplyTimes>> {
  const rows = await counted(ctx, 'kind', kinds, days, inbox_id)
  const tallies = await ctx.sql<Tally>`
    select measure as kind, ${byAgent ? part`agent_id` : part`0 as agent_id`}, dim::int as bucket, sum(count)::int as count, sum(seconds)::float8 as seconds
      from (${rows}) r group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`
  const groups = [...Map.groupBy(tallies, ({ kind, agent_id }) => keyOf(kind, byAgent ? agent_id : null))].map(
    ([key, own]) => ({
      key,
      kind: own[0]!.kind,
      agent_id: byAgent ? own[0]!.agent_id : null,
      tallies: own,
      count: own.reduce((sum, { count }) => sum + count, 0),
    }),
  )
  const wanted = groups.flatMap((group) => placesOf(group.count).map((place) => locate(group, place)))
  const values = await lookUp(ctx, wanted, days, inbox_id)
  return new Map(groups.map((group, i) => [group.key, told(group, values.slice(i * 3, i * 3 + 3))]))
}

/** How a group is found in the answer. */
export function keyOf(kind: Kind, agent_id: string | null): string {
  return agent_id === null ? kind : `${kind}:${agent_id}`
}

/** What is told where nothing was answered. */
export const unanswered: ReplyTimes = {
  count: 0,
  mean_seconds: null,
  median_seconds: null,
  p90_seconds: null,
  buckets: reply_steps.map((within) => ({ within, count: 0, share: null })),
}

function told({ tallies, count }: Group, [low, high, p90]: (number | undefined)[]): ReplyTimes {
  const seconds = tallies.reduce((sum, tally) => sum + tally.seconds, 0)
  const inStep = (i: number) => {
    const [over, within] = [steps[i - 1] ?? 0, steps[i] ?? Infinity]
    const own = tallies.filter(
      ({ bucket }) => (limits[bucket] ?? Infinity) > over && (limits[bucket] ?? Infinity) <= within,
    )
    return own.reduce((sum, tally) => sum + tally.count, 0)
  }
  return {
    count,
    mean_seconds: mean(seconds, count),
    median_seconds: low === undefined || high === undefined ? null : (low + high) / 2,
    p90_seconds: p90 ?? null,
    buckets: reply_steps.map((within, i) => ({ within, count: inStep(i), share: rate(inStep(i), count) })),
  }
}

/** The two in the middle, which are one where the count is odd, and the one that nine tenths do not pass. */
function placesOf(count: number): number[] {
  return [Math.floor((count - 1) / 2), Math.floor(count / 2), Math.ceil(count * 0.9) - 1]
}

function locate({ kind, agent_id, tallies }: Group, place: number): Wanted {
  let before = 0
  for (const { bucket, count } of tallies) {
    if (place < before + count) {
      return {
        kind,
        agent_id,
        over: limits[bucket - 1] ?? -1,
        within: limits[bucket] ?? LONGEST,
        place: place - before,
      }
    }
    before += count
  }
  throw new Error('A place beyond the last one was asked for.')
}

/** The values at these places. Something may have been counted in between: then the nearest is told. */
async function lookUp(
  ctx: Context,
  wanted: readonly Wanted[],
  days: Days,
  inbox_id: string | undefined,
): Promise<(number | undefined)[]> {
  if (wanted.length === 0) return []
  const { id, time_zone } = ctx.actor.account
  const byAgent = wanted[0]!.agent_id !== null
  const asked = part`${inbox_id === undefined ? nothing : part`and f.inbox_id = ${inbox_id}`} ${within(part`f.asked_at`, days, time_zone)}`
  // What somebody may see is little enough to be gathered once; of everything, only the bucket is read.
  const isAll = ctx.actor.visibility === 'all'
  const mine = isAll
    ? nothing
    : part`with mine as materialized (
        select f.* from (select c.id from ${seenSince(ctx, days)} offset 0) c
          join conversation_facts f on f.account_id = ${id} and f.conversation_id = c.id where true ${asked})`
  const byKind = Map.groupBy(
    wanted.map((each, i) => ({ ...each, i })),
    ({ kind }) => kind,
  )
  const pieces = [...byKind].map(([kind, places]) => {
    const value = part`f.${columns[kind]}`
    const list = (field: 'i' | 'agent_id' | 'over' | 'within' | 'place') => places.map((each) => each[field])
    return part`
      select w.i, v.value
        from unnest(${list('i')}::int[], ${list('agent_id')}::bigint[], ${list('over')}::int[], ${list('within')}::int[], ${list('place')}::int[])
               as w (i, agent_id, over, within, place)
       cross join lateral (
         select ${value} as value from ${isAll ? part`conversation_facts` : part`mine`} f
          where f.account_id = ${id} and ${value} > w.over and ${value} <= w.within ${byAgent ? part`and f.human_id = w.agent_id` : nothing} ${asked}
          order by ${value} offset w.place limit 1) v`
  })
  const found = await ctx.sql<{ i: number; value: number }>`${mine} ${joined(pieces, ' union all ')}`
  const values = new Map(found.map(({ i, value }) => [i, value]))
  return wanted.map((_, i) => values.get(i))
}
