import { joined, nothing, part, type Part } from '#db/sql.ts'
import { visible } from '#domains/access/visibility.ts'
import type { Context } from '#kernel/operation.ts'

/**
 * What is counted of conversations, by the day it belongs to: when they were made (`dim`: status and priority as they
 * are now), when a customer first asked, how long the answer to that took (`dim`: bucket, `agent_id`: who answered, `seconds`: the sum),
 * when the AI agent first wrote (`dim`: contained or not), when it handed over, when they were resolved (`dim`: by what),
 * to whom they were first given (`dim`: resolved or not); and of messages: what customers write, by the hour, what people and
 * the AI agent write, and how long customers had waited for answers of people.
 */
export const measures = [
  'created',
  'asked',
  'human_reply',
  'working_reply',
  'ai_reply',
  'ai_touched',
  'handed_over',
  'resolved',
  'assigned',
  'incoming',
  'human',
  'ai',
  'answer',
] as const
export type Measure = (typeof measures)[number]

/** Local days, the last one included; without a first one from the beginning. */
export type Days = { from: string | null; to: string }

export type Counted = {
  measure: Measure
  day: string
  inbox_id: string
  hour: number
  agent_id: string
  dim: string
  count: number
  seconds: number
}

/**
 * Rows of (measure, day, inbox_id, hour, agent_id, dim, count, seconds) of what the caller may see, to be added up. Who sees
 * everything reads sums and what is not yet in them; who does not reads the truth itself, of what they may see.
 */
export async function counted(
  ctx: Context,
  wanted: readonly Measure[],
  days: Days,
  inbox_id?: string | undefined,
): Promise<Part> {
  const { account } = ctx.actor
  const inbox = inbox_id === undefined ? nothing : part`and i.id = ${inbox_id}`
  const moments = part`${after(part`x.at`, days, account.time_zone)} and x.at < ${startOf(part`${days.to}::date + 1`, account.time_zone)}`
  const localised = (rows: Part): Part => part`
    select x.measure, (x.at at time zone ${account.time_zone})::date as day, x.inbox_id, ${hourOf(part`x`, account.time_zone)} as hour,
           x.agent_id, x.dim, x.count, x.seconds
      from (${rows}) x join inboxes i on i.account_id = ${account.id} and i.id = x.inbox_id ${inbox}
     where true ${moments}`
  if (ctx.actor.visibility !== 'all' || !(await summed(ctx))) {
    const seen = visible(ctx.actor, part`c.assignee_id`, part`c.team_id`)
    const own = part`join conversations c on c.account_id = t.account_id and c.id = t.conversation_id ${seen}`
    return localised(truth(account.id, wanted, own, part`${after(part`t.created_at`, days, account.time_zone)}`))
  }
  return part`
    select r.measure, r.day, r.inbox_id, r.hour, r.agent_id, r.dim, r.count, r.seconds
      from inboxes i join report_counts r on r.account_id = i.account_id and r.inbox_id = i.id
     where i.account_id = ${account.id} ${inbox} and r.measure = any(${wanted}::text[])
       ${days.from === null ? nothing : part`and r.day >= ${days.from}::date`} and r.day <= ${days.to}::date
    union all
    ${localised(part`select inbox_id, measure, at, agent_id, dim, count, seconds from report_deltas
                      where account_id = ${account.id} and measure = any(${wanted}::text[])`)}`
}

/** Whether there are sums of the workspace's days: after it moved to another time zone there are none for a while. */
async function summed({ sql, actor }: Context): Promise<boolean> {
  const [zone] = await sql<{
    time_zone: string
  }>`select time_zone from report_zones where account_id = ${actor.account.id}`
  return !zone || zone.time_zone === actor.account.time_zone
}

/** The same, one row for each thing that is counted, with its moment; `own` limits what (`t`) is read. */
export function truth(account_id: string, wanted: readonly Measure[], own = nothing, recent = nothing): Part {
  const is = part`= any(${wanted}::text[])`
  const messages = wanted.filter((measure) => ['incoming', 'human', 'ai', 'answer'].includes(measure))
  const rows = [
    wanted.length > messages.length &&
      part`select t.inbox_id, n.* from conversation_facts t ${own} cross join lateral conversation_counts(t) n
            where t.account_id = ${account_id} and n.measure ${is}`,
    wanted.includes('assigned') &&
      part`select t.inbox_id, n.* from assignments t ${own} cross join lateral assignment_counts(t) n where t.account_id = ${account_id}`,
    messages.length > 0 &&
      part`select t.inbox_id, n.* from messages t ${own}
            cross join lateral message_counts(t.direction, t.author_type, t.author_id, t.private, t.waited_seconds, t.created_at) n
            where t.account_id = ${account_id} ${recent} and n.measure ${is}`,
  ]
  return joined(
    rows.filter((each): each is Part => each !== false),
    ' union all ',
  )
}

/** Only what customers write is counted by the hour. */
export function hourOf(of: Part, time_zone: string): Part {
  return part`case when ${of}.measure = 'incoming' then extract(hour from ${of}.at at time zone ${time_zone})::smallint else 0 end`
}

function after(column: Part, { from }: Days, time_zone: string): Part {
  return from === null ? nothing : part`and ${column} >= ${startOf(part`${from}::date`, time_zone)}`
}

function startOf(day: Part, time_zone: string): Part {
  return part`((${day})::timestamp at time zone ${time_zone})`
}
