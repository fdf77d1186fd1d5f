import { reply_steps, type ReplyTimes } from '#contract/records/report.ts'
import { joinParts, literal, emptyPart, part, type Part } from '#db/sql.ts'
import { reportRows, type Days, activeConversations, onDays } from '#domains/reports/rollup/report-rows.ts'
import { mean, rate } from '#domains/reports/rules.ts'
import type { Context } from '#kernel/operation.ts'

export type Kind = 'human_reply' | 'working_reply' | 'ai_reply'

/** Column of each kind of time. */
const columns: Record<Kind, Part> = {
  human_reply: literal('human_seconds'),
  working_reply: literal('working_seconds'),
  ai_reply: literal('ai_seconds'),
}

/** Upper limits of the buckets, inclusive. Must equal `reply_limits` in the database. */
const limits = [
  5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 750, 900, 1200, 1800, 2700, 3600, 5400, 7200, 10800, 14400,
  21600, 28800, 43200, 64800, 86400, 129600, 172800, 259200, 432000, 604800, 1209600, 2592000,
]
/** Largest value of the integer column. */
const MAX_SECONDS = 2_147_483_647
const steps = [60, 300, 900, 3600, 14400, 28800, 86400]

type Tally = { kind: Kind; agent_id: string; bucket: number; count: number; seconds: number }
type Group = { kind: Kind; agent_id: string | null; tallies: Tally[]; count: number }
/** A rank within one bucket: between `over` and `within` seconds, at `place`. */
type Rank = { kind: Kind; agent_id: string | null; over: number; within: number; place: number }

/**
 * Times to the first answer, of conversations in which the customer first wrote on these days. The rollups tell which
 * bucket holds the median and the 90th percentile; only these buckets are read.
 */
export async function getReplyTimes(
  ctx: Context,
  kinds: readonly Kind[],
  days: Days,
  inbox_id: string | undefined,
  byAgent: boolean,
): Promise<Map<string, ReplyTimes>> {
  const rows = await reportRows(ctx, 'kind', kinds, days, inbox_id)
  const tallies = await ctx.sql<Tally>`
    select measure as kind, ${byAgent ? part`agent_id` : part`0 as agent_id`}, dim::int as bucket, sum(count)::int as count, sum(seconds)::float8 as seconds
      from (${rows}) r group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`
  const groups = [...Map.groupBy(tallies, ({ kind, agent_id }) => groupKey(kind, byAgent ? agent_id : null))].map(
    ([key, own]) => ({
      key,
      kind: own[0]!.kind,
      agent_id: byAgent ? own[0]!.agent_id : null,
      tallies: own,
      count: own.reduce((sum, { count }) => sum + count, 0),
    }),
  )
  const wanted = groups.flatMap((group) => ranksOf(group.count).map((place) => findBucket(group, place)))
  const values = await lookUpValues(ctx, wanted, days, inbox_id)
  return new Map(groups.map((group, i) => [group.key, summarise(group, values.slice(i * 3, i * 3 + 3))]))
}

/** Key of a group in the result. */
export function groupKey(kind: Kind, agent_id: string | null): string {
  return agent_id === null ? kind : `${kind}:${agent_id}`
}

/** Result without any answer. */
export const no_replies: ReplyTimes = {
  count: 0,
  mean_seconds: null,
  median_seconds: null,
  p90_seconds: null,
  buckets: reply_steps.map((within) => ({ within, count: 0, share: null })),
}

function summarise({ tallies, count }: Group, [low, high, p90]: (number | undefined)[]): ReplyTimes {
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

/** Ranks of the median, which is the mean of two, and of the 90th percentile. */
function ranksOf(count: number): number[] {
  return [Math.floor((count - 1) / 2), Math.floor(count / 2), Math.ceil(count * 0.9) - 1]
}

function findBucket({ kind, agent_id, tallies }: Group, place: number): Rank {
  let before = 0
  for (const { bucket, count } of tallies) {
    if (place < before + count) {
      return {
        kind,
        agent_id,
        over: limits[bucket - 1] ?? -1,
        within: limits[bucket] ?? MAX_SECONDS,
        place: place - before,
      }
    }
    before += count
  }
  throw new Error('The rank is beyond the last value.')
}

/** The values at these ranks; undefined if rows changed since the ranks were computed.  */
async function lookUpValues(
  ctx: Context,
  wanted: readonly Rank[],
  days: Days,
  inbox_id: string | undefined,
): Promise<(number | undefined)[]> {
  if (wanted.length === 0) return []
  const { id, time_zone } = ctx.actor.account
  const byAgent = wanted[0]!.agent_id !== null
  const conditions = part`${inbox_id === undefined ? emptyPart : part`and f.inbox_id = ${inbox_id}`} ${onDays(part`f.asked_at`, days, time_zone)}`
  // With limited visibility the few visible rows are materialised once; otherwise only the buckets are read.
  const isAll = ctx.actor.visibility === 'all'
  const visible = isAll
    ? emptyPart
    : part`with visible as materialized (
        select f.* from (select c.id from ${activeConversations(ctx, days)} offset 0) c
          join conversation_facts f on f.account_id = ${id} and f.conversation_id = c.id where true ${conditions})`
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
         select ${value} as value from ${isAll ? part`conversation_facts` : part`visible`} f
          where f.account_id = ${id} and ${value} > w.over and ${value} <= w.within ${byAgent ? part`and f.human_id = w.agent_id` : emptyPart} ${conditions}
          order by ${value} offset w.place limit 1) v`
  })
  const found = await ctx.sql<{ i: number; value: number }>`${visible} ${joinParts(pieces, ' union all ')}`
  const values = new Map(found.map(({ i, value }) => [i, value]))
  return wanted.map((_, i) => values.get(i))
}
