import { addDays, endOfMonth, startOfDay, startOfMonth } from '#contract/periods.ts'
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

/**
 * Rows of what the caller may see, to be added up: by day (measure, day, inbox_id, count, seconds), or by all else that is
 * distinguished (measure, inbox_id, hour, agent_id, dim, count, seconds). Who sees everything reads sums and what is not yet
 * in them; who does not reads the truth itself, of what they may see.
 */
export async function counted(
  ctx: Context,
  by: 'day' | 'kind',
  wanted: readonly Measure[],
  days: Days,
  inbox_id?: string,
): Promise<Part> {
  const { account } = ctx.actor
  const inbox = inbox_id === undefined ? nothing : part`and i.id = ${inbox_id}`
  const columns =
    by === 'day'
      ? part`x.measure, x.day, x.inbox_id, x.count, x.seconds`
      : part`x.measure, x.inbox_id, x.hour, x.agent_id, ${weekdayOr(part`x`)} as dim, x.count, x.seconds`
  const localised = (rows: Part): Part => part`
    select ${columns} from (
      select x.measure collate "C" as measure, (x.at at time zone ${account.time_zone})::date as day, x.inbox_id, ${hourOf(part`x`, account.time_zone)} as hour,
             x.agent_id, x.dim collate "C" as dim, x.count, x.seconds
        from (${rows}) x
       where true ${inbox_id === undefined ? nothing : part`and x.inbox_id = ${inbox_id}`} ${within(part`x.at`, days, account.time_zone)}) x`
  if (ctx.actor.visibility !== 'all' || !(await summed(ctx))) {
    const since = (column: Part) => after(column, days, account.time_zone)
    return localised(truth(account.id, wanted, { seen: seenIn(ctx), active: seenSince(ctx, days), since }))
  }
  const sums = (table: Part, picked: Part, from: string | null, to: string): Part => part`
    select ${picked} from inboxes i join ${table} x on x.account_id = i.account_id and x.inbox_id = i.id
     where i.account_id = ${account.id} ${inbox} and x.measure = any(${wanted}::text[])
       ${from === null ? nothing : part`and x.day >= ${from}::date`} and x.day <= ${to}::date`
  const totals = (grain: string) => part`(select * from report_totals t where t.grain = ${grain})`
  const alike = part`x.measure, x.inbox_id, x.hour, x.agent_id, x.dim, x.count, x.seconds`
  const pieces =
    by === 'day'
      ? [sums(totals('day'), columns, days.from, days.to)]
      : monthsWithin(days).map(({ whole, from, to }) =>
          whole ? sums(totals('month'), alike, from, to) : sums(part`report_counts`, columns, from, to),
        )
  const late = part`
    select d.inbox_id, d.measure, d.at, d.agent_id, d.dim, d.count, d.seconds
      from report_deltas d join inboxes i on i.account_id = d.account_id and i.id = d.inbox_id
     where d.account_id = ${account.id} and d.measure = any(${wanted}::text[])`
  return joined([...pieces, localised(late)], ' union all ')
}

/** The whole months among these days, in one piece, and the days before and after them. */
export function monthsWithin({ from, to }: Days): { whole: boolean; from: string | null; to: string }[] {
  const last = addDays(startOfMonth(addDays(to, 1)), -1)
  const first = from === null || from === startOfMonth(from) ? from : addDays(endOfMonth(from), 1)
  if (first !== null && first > last) return [{ whole: false, from, to }]
  return [
    ...(from !== null && first !== from ? [{ whole: false, from, to: addDays(first!, -1) }] : []),
    { whole: true, from: first, to: last },
    ...(last < to ? [{ whole: false, from: addDays(last, 1), to }] : []),
  ]
}

/** Whether there are sums of the workspace's days: after it moved to another time zone there are none for a while. */
async function summed({ sql, actor }: Context): Promise<boolean> {
  const [zone] = await sql<{
    time_zone: string
  }>`select time_zone from report_zones where account_id = ${actor.account.id}`
  return !zone || zone.time_zone === actor.account.time_zone
}

/** Conversations (`c`) the caller may see. */
function seenIn({ actor }: Context): Part {
  return part`conversations c where c.account_id = ${actor.account.id} ${visible(actor, part`c.assignee_id`, part`c.team_id`)}`
}

/** Those in which something was said or settled on these days or after. */
export function seenSince(ctx: Context, days: Days): Part {
  return part`${seenIn(ctx)} ${after(part`c.last_activity_at`, days, ctx.actor.account.time_zone)}`
}

/** Some conversations: those seen, those of them in which something was said or settled, and from when on. Who is given one says nothing in it. */
type Some = { seen: Part; active: Part; since(column: Part): Part }

const of_messages: ReadonlySet<Measure> = new Set(['incoming', 'human', 'ai', 'answer'])

/** The same, one row for each thing that is counted, with its moment: of all conversations, or of some. */
export function truth(account_id: string, wanted: readonly Measure[], some?: Some): Part {
  // The conversations are found first, and then what is in them: what each adds is made of those alone.
  const rows = (columns: Part, table: Part, counts: Part, which?: Part, newer: Part = nothing): Part => part`
    select s.inbox_id, n.* from (
      select t.inbox_id, ${columns} from ${table} t
        ${which ? part`join (select c.id from ${which} offset 0) c on c.id = t.conversation_id` : nothing}
       where t.account_id = ${account_id} ${newer} ${which ? part`offset 0` : nothing}) s
     cross join lateral ${counts} n where n.measure = any(${wanted}::text[])`
  const pieces = [
    wanted.some((measure) => !of_messages.has(measure) && measure !== 'assigned') &&
      rows(part`t as f`, part`conversation_facts`, part`conversation_counts(s.f)`, some?.active),
    wanted.includes('assigned') &&
      rows(part`t as f`, part`assignments`, part`assignment_counts(s.f)`, some?.seen, some?.since(part`t.assigned_at`)),
    // Of messages no more is read than their index has.
    wanted.some((measure) => of_messages.has(measure)) &&
      rows(
        part`t.direction, t.author_type, t.author_id, t.private, t.waited_seconds, t.created_at`,
        part`messages`,
        part`message_counts(s.direction, s.author_type, s.author_id, s.private, s.waited_seconds, s.created_at)`,
        some?.active,
        some?.since(part`t.created_at`),
      ),
  ]
  return joined(
    pieces.filter((each): each is Part => each !== false),
    ' union all ',
  )
}

/** Only what customers write is counted by the hour. */
export function hourOf(of: Part, time_zone: string): Part {
  return part`case when ${of}.measure = 'incoming' then extract(hour from ${of}.at at time zone ${time_zone})::smallint else 0 end`
}

/** What customers write is distinguished by the day of the week; 1 is Monday. */
export function weekdayOr(of: Part): Part {
  return part`case when ${of}.measure = 'incoming' then extract(isodow from ${of}.day)::text else ${of}.dim end`
}

/** Whether a moment lies on one of the days. Where clocks go back at midnight, the day begins with the first one. */
export function within(column: Part, days: Days, time_zone: string): Part {
  return part`${after(column, days, time_zone)} and ${column} < ${startOfDay(addDays(days.to, 1), time_zone)}`
}

function after(column: Part, { from }: Days, time_zone: string): Part {
  return from === null ? nothing : part`and ${column} >= ${startOfDay(from, time_zone)}`
}
