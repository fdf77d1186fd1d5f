import { addDays, endOfMonth, startOfDay, startOfMonth } from '#contract/periods.ts'
import { joinParts, emptyPart, part, type Part } from '#db/sql.ts'
import { whereVisible } from '#domains/access/visibility.ts'
import type { Context } from '#kernel/operation.ts'

/**
 * Measures of conversations, each counted on its own day: creation (`dim`: current status and priority), first question of
 * the customer, time to the first answer (`dim`: bucket, `agent_id`: author, `seconds`: sum), first message of the AI agent
 * (`dim`: contained or not), handover, resolution (`dim`: by whom), first assignment (`dim`: resolved or not). Measures of
 * messages: incoming ones by the hour, those by people and by the AI agent, and how long customers waited for an answer.
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

/** Local days, inclusive; without a first day they start at the beginning. */
export type Days = { from: string | null; to: string }

/**
 * Query of the rows to sum in a report: by day (measure, day, inbox_id, count, seconds), by all other dimensions (measure,
 * inbox_id, hour, agent_id, dim, count, seconds) or, more slowly, by all of them. Callers who see everything read the rollups and the pending deltas;
 * others read the raw rows of the conversations they may see. So does a report about `only` some conversations (`c`).
 */
export async function reportRows(
  ctx: Context,
  by: 'day' | 'kind' | 'all',
  wanted: readonly Measure[],
  days: Days,
  inbox_id?: string,
  only?: Part,
): Promise<Part> {
  const { account } = ctx.actor
  const inbox = inbox_id === undefined ? emptyPart : part`and i.id = ${inbox_id}`
  const columns =
    by === 'day'
      ? part`x.measure, x.day, x.inbox_id, x.count, x.seconds`
      : part`${by === 'all' ? part`x.day,` : emptyPart} x.measure, x.inbox_id, x.hour, x.agent_id, ${weekdayOrDim(part`x`)} as dim, x.count, x.seconds`
  const toLocalDays = (rows: Part): Part => part`
    select ${columns} from (
      select x.measure collate "C" as measure, (x.at at time zone ${account.time_zone})::date as day, x.inbox_id, ${hourOf(part`x`, account.time_zone)} as hour,
             x.agent_id, x.dim collate "C" as dim, x.count, x.seconds
        from (${rows}) x
       where true ${inbox_id === undefined ? emptyPart : part`and x.inbox_id = ${inbox_id}`} ${onDays(part`x.at`, days, account.time_zone)}) x`
  if (only || ctx.actor.visibility !== 'all' || !(await hasCurrentSums(ctx))) {
    const since = (column: Part) => fromFirstDay(column, days, account.time_zone)
    return toLocalDays(
      rawRows(account.id, wanted, {
        visible: part`${visibleConversations(ctx)} ${only ?? emptyPart}`,
        active: part`${activeConversations(ctx, days)} ${only ?? emptyPart}`,
        since,
      }),
    )
  }
  const sums = (table: Part, columns: Part, from: string | null, to: string): Part => part`
    select ${columns} from inboxes i join ${table} x on x.account_id = i.account_id and x.inbox_id = i.id
     where i.account_id = ${account.id} ${inbox} and x.measure = any(${wanted}::text[])
       ${from === null ? emptyPart : part`and x.day >= ${from}::date`} and x.day <= ${to}::date`
  const totals = (grain: string) => part`(select * from report_totals t where t.grain = ${grain})`
  const monthColumns = part`x.measure, x.inbox_id, x.hour, x.agent_id, x.dim, x.count, x.seconds`
  const pieces =
    by === 'day'
      ? [sums(totals('day'), columns, days.from, days.to)]
      : by === 'all'
        ? [sums(part`report_counts`, columns, days.from, days.to)]
        : splitByMonth(days).map(({ isWhole, from, to }) =>
            isWhole ? sums(totals('month'), monthColumns, from, to) : sums(part`report_counts`, columns, from, to),
          )
  const pending = part`
    select d.inbox_id, d.measure, d.at, d.agent_id, d.dim, d.count, d.seconds
      from report_deltas d join inboxes i on i.account_id = d.account_id and i.id = d.inbox_id
     where d.account_id = ${account.id} and d.measure = any(${wanted}::text[])`
  return joinParts([...pieces, toLocalDays(pending)], ' union all ')
}

/** Splits the days into whole months, in one piece, and the days before and after them. */
export function splitByMonth({ from, to }: Days): { isWhole: boolean; from: string | null; to: string }[] {
  const last = addDays(startOfMonth(addDays(to, 1)), -1)
  const first = from === null || from === startOfMonth(from) ? from : addDays(endOfMonth(from), 1)
  if (first !== null && first > last) return [{ isWhole: false, from, to }]
  return [
    ...(from !== null && first !== from ? [{ isWhole: false, from, to: addDays(first!, -1) }] : []),
    { isWhole: true, from: first, to: last },
    ...(last < to ? [{ isWhole: false, from: addDays(last, 1), to }] : []),
  ]
}

/** Whether the rollups match the time zone of the workspace; after a change they are rebuilt in the background. */
async function hasCurrentSums({ sql, actor }: Context): Promise<boolean> {
  const [zone] = await sql<{
    time_zone: string
  }>`select time_zone from report_zones where account_id = ${actor.account.id}`
  return !zone || zone.time_zone === actor.account.time_zone
}

/** Conversations (`c`) the caller may see. */
function visibleConversations({ actor }: Context): Part {
  return part`conversations c where c.account_id = ${actor.account.id} ${whereVisible(actor, part`c.assignee_id`, part`c.team_id`)}`
}

/** Visible conversations with activity on these days or later. */
export function activeConversations(ctx: Context, days: Days): Part {
  return part`${visibleConversations(ctx)} ${fromFirstDay(part`c.last_activity_at`, days, ctx.actor.account.time_zone)}`
}

/** Restricts raw rows to visible conversations, to those with recent activity, and to a start. An assignment is no activity. */
type ConversationScope = { visible: Part; active: Part; since(column: Part): Part }

const message_measures: ReadonlySet<Measure> = new Set(['incoming', 'human', 'ai', 'answer'])

/** One row per counted fact with its moment, of all conversations or those in scope. Rollups are rebuilt from these. */
export function rawRows(account_id: string, wanted: readonly Measure[], scope?: ConversationScope): Part {
  // Finds the conversations first (offset 0), so that the lateral count functions run only for their rows.
  const rows = (columns: Part, table: Part, counts: Part, conversations?: Part, since: Part = emptyPart): Part => part`
    select s.inbox_id, n.* from (
      select t.inbox_id, ${columns} from ${table} t
        ${conversations ? part`join (select c.id from ${conversations} offset 0) c on c.id = t.conversation_id` : emptyPart}
       where t.account_id = ${account_id} ${since} ${conversations ? part`offset 0` : emptyPart}) s
     cross join lateral ${counts} n where n.measure = any(${wanted}::text[])`
  const pieces = [
    wanted.some((measure) => !message_measures.has(measure) && measure !== 'assigned') &&
      rows(part`t as f`, part`conversation_facts`, part`conversation_counts(s.f)`, scope?.active),
    wanted.includes('assigned') &&
      rows(
        part`t as f`,
        part`assignments`,
        part`assignment_counts(s.f)`,
        scope?.visible,
        scope?.since(part`t.assigned_at`),
      ),
    // Reads only the message columns that the index covers, so messages that are still to be sent are left out by their ids.
    wanted.some((measure) => message_measures.has(measure)) &&
      rows(
        part`t.direction, t.author_type, t.author_id, t.private, t.waited_seconds, t.created_at`,
        part`messages`,
        part`message_counts(s.direction, s.author_type, s.author_id, s.private, s.waited_seconds, s.created_at)`,
        scope?.active,
        part`${scope?.since(part`t.created_at`) ?? emptyPart} and t.id not in (
          select m.id from messages m where m.account_id = ${account_id} and m.status = 'scheduled')`,
      ),
  ]
  return joinParts(
    pieces.filter((each): each is Part => each !== false),
    ' union all ',
  )
}

/** Only incoming messages are counted by the hour. */
export function hourOf(of: Part, time_zone: string): Part {
  return part`case when ${of}.measure = 'incoming' then extract(hour from ${of}.at at time zone ${time_zone})::smallint else 0 end`
}

/** Incoming messages have the day of the week as their dim; 1 is Monday. */
export function weekdayOrDim(of: Part): Part {
  return part`case when ${of}.measure = 'incoming' then extract(isodow from ${of}.day)::text else ${of}.dim end`
}

/** Restricts a moment to the days. If clocks go back at midnight, the day starts with the first midnight. */
export function onDays(column: Part, days: Days, time_zone: string): Part {
  return part`${fromFirstDay(column, days, time_zone)} and ${column} < ${startOfDay(addDays(days.to, 1), time_zone)}`
}

function fromFirstDay(column: Part, { from }: Days, time_zone: string): Part {
  return from === null ? emptyPart : part`and ${column} >= ${startOfDay(from, time_zone)}`
}
