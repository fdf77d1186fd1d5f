import type { EventName } from '#contract/events.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import { listGaps, type Position, type Range, findHighest, union } from './position.ts'
import type { Event } from '#kernel/subscriber.ts'

/**
 * The part of the events table that has been read. Sequences are drawn in order but commit in any order, so an event may appear
 * below others already read. A hole is skipped once the transaction that drew its sequence must have ended: the mark is
 * a transaction younger than every one that drew a sequence up to its ceiling, so when no older transaction runs,
 * sequences missing there will never appear. (The end of a snapshot is no such mark: running transactions may lie beyond it.)
 */
export type LogCursor = { known: Position; mark: { ceiling: number; transaction: string } | undefined }

/** An event as subscribers of a workspace receive it. */
export type StoredEvent = { [N in EventName]: Omit<Event<N>, 'account_id'> }[EventName]

/** An event just read; its contents only if the account has subscribers. */
export type NewEvent = { account_id: string; sequence: number; event: StoredEvent | undefined }

export const MAX_EVENTS = 1000

/**
 * Starts at the end. A transaction that has drawn a sequence lasts seconds at most, so one drawn a minute and a
 * thousand sequences ago has committed or never will.
 */
export async function openLog(sql: Sql): Promise<LogCursor> {
  const rows = await sql<{ floor: string; transaction: string; first: string | null; last: string }>`
    with start as (
      select pg_current_xact_id() as transaction,
             greatest(0, least((select max(sequence) from events) - 1000,
                               (select min(sequence) from events where occurred_at > now() - interval '1 minute') - 1)) as floor
    )
    select floor, transaction, lower(known) as first, upper(known) - 1 as last
      from start left join lateral (
        select unnest(range_agg(int8range(sequence, sequence, '[]'))) as known from events where sequence > floor) k on true`
  const { floor, transaction } = rows[0]!
  const ranges = rows.filter((row) => row.first !== null).map((row): Range => [Number(row.first), Number(row.last)])
  const known = union([[0, Number(floor)]], ranges)
  // A second read skips holes left long ago.
  const { cursor } = await readLog(sql, { known, mark: { ceiling: findHighest(known), transaction } }, [])
  return cursor
}

type Row = Omit<StoredEvent, 'payload'> & { account_id: string; payload: object | null }
type Moment = { settled: boolean | null; transaction: string | null }

/** Reads new events, with contents for these accounts. One statement, so that all rows belong to one snapshot. */
export async function readLog(sql: Sql, { known, mark }: LogCursor, accounts: string[]) {
  const open = listGaps(known)
  // Most holes are filled by the next read; a transaction id is spent only on one that stays.
  const needsMark = mark === undefined && open.length > 1
  const rows = await sql<Moment & (Row | { sequence: null })>`
    with moment as (
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${mark?.transaction ?? null}::xid8 as settled,
             case when ${needsMark}::boolean then pg_current_xact_id() end as transaction
    ), new_events as (
      select e.account_id, e.id, e.sequence, e.name, e.actor, e.occurred_at,
             case when e.account_id = any(${accounts}::bigint[]) then e.payload end as payload
        from ${inRanges(open, part`true`, MAX_EVENTS)}
    )
    select * from moment left join new_events on true order by sequence`

  const { settled, transaction } = rows[0]!
  const events = rows.filter((row) => row.sequence !== null).map(toNewEvent)
  const isFull = events.length === MAX_EVENTS
  const read = union(
    known,
    events.map(({ sequence }): Range => [sequence, sequence]),
  )
  // A full read may have left events behind, so its holes cannot be skipped yet.
  const cursor: LogCursor =
    mark && settled && !isFull
      ? { known: union(read, [[0, mark.ceiling]]), mark: undefined }
      : { known: read, mark: mark ?? (transaction ? { ceiling: findHighest(read), transaction } : undefined) }
  return { cursor, events, isFull }
}

function toNewEvent({ account_id, id, sequence, name, actor, payload, occurred_at }: Row): NewEvent {
  const event = payload ? ({ id, sequence, name, actor, payload, occurred_at } as StoredEvent) : undefined
  return { account_id, sequence: Number(sequence), event }
}

const MAX_MISSED = 2000

/** The account's events in these ranges. Undefined when there are too many, or some have been deleted. */
export async function readMissed(
  sql: Sql,
  account_id: string,
  position: Position,
  ranges: readonly Range[],
): Promise<StoredEvent[] | undefined> {
  const rows = await sql<{ lost: boolean } & (Row | { sequence: null })>`
    with bounds as (
      select (select min(sequence) from events) as first,
             coalesce(pg_sequence_last_value(pg_get_serial_sequence('events', 'sequence')::regclass), 0) as last
    ), retained as (
      -- A position beyond every sequence drawn belongs to a database that was since restored to an earlier state.
      select coalesce(first - 1, last) > ${position[0][1]} or last < ${findHighest(position)} as lost from bounds
    ), missed as (
      select e.account_id, e.id, e.sequence, e.name, e.actor, e.payload, e.occurred_at
        from ${inRanges(ranges, part`account_id = ${account_id}`, MAX_MISSED + 1)}
    )
    select * from retained left join missed on not lost order by sequence`
  const missed = rows.filter((row) => row.sequence !== null).map((row) => toNewEvent(row).event!)
  return rows[0]!.lost || missed.length > MAX_MISSED ? undefined : missed
}

/** The first events in these ranges. Each range is read on its own, so that the index is used. */
function inRanges(ranges: readonly Range[], condition: Part, limit: number): Part {
  return part`
    unnest(${ranges.map(([first]) => first)}::bigint[], ${ranges.map(([, last]) => last)}::bigint[]) as range (first, last)
    cross join lateral (
      select * from events where ${condition} and sequence between range.first and range.last order by sequence limit ${limit}) e
    order by e.sequence limit ${limit}`
}
