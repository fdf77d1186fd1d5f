import type { EventName } from '#contract/events.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import { gaps, type Position, type Range, top, union } from '#kernel/position.ts'
import type { Event } from '#kernel/subscriber.ts'

/**
 * The end of the table of events, as far as it was read. Numbers are drawn in order but committed in any, so an event
 * may appear below others already seen. A hole is passed over once whoever drew its number must have ended: the mark
 * is a transaction younger than all who drew one up to its ceiling, so when nobody older runs, what is missing there
 * never comes. (The end of a snapshot is no such mark: transactions that have begun may lie beyond it.)
 */
export type Tail = { known: Position; mark: { ceiling: number; transaction: string } | undefined }

/** What happened, as those who listen are told. */
export type Happened = { [N in EventName]: Omit<Event<N>, 'account_id'> }[EventName]

/** An event that has come; its contents only where somebody wants those of the account. */
export type Fresh = { account_id: string; sequence: number; event: Happened | undefined }

export const AT_ONCE = 1000

/**
 * Begins at the end. A transaction that has drawn a number lasts seconds at most, so what was drawn a minute ago,
 * and a thousand numbers ago, has come or never will.
 */
export async function beginTail(sql: Sql): Promise<Tail> {
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
  // Read once more, it passes over the holes of long ago.
  const { tail } = await readTail(sql, { known, mark: { ceiling: top(known), transaction } }, [])
  return tail
}

type Row = Omit<Happened, 'payload'> & { account_id: string; payload: object | null }
type Moment = { settled: boolean | null; transaction: string | null }

/** Reads what has come, with the contents of the events of these accounts. One statement, so one moment. */
export async function readTail(sql: Sql, { known, mark }: Tail, accounts: string[]) {
  const open = gaps(known)
  // Most holes are filled by the next reading; only for one that stays is a transaction id spent.
  const marking = mark === undefined && open.length > 1
  const rows = await sql<Moment & (Row | { sequence: null })>`
    with moment as (
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${mark?.transaction ?? null}::xid8 as settled,
             case when ${marking}::boolean then pg_current_xact_id() end as transaction
    ), fresh as (
      select e.account_id, e.id, e.sequence, e.name, e.actor, e.occurred_at,
             case when e.account_id = any(${accounts}::bigint[]) then e.payload end as payload
        from ${inRanges(open, part`true`, AT_ONCE)}
    )
    select * from moment left join fresh on true order by sequence`

  const { settled, transaction } = rows[0]!
  const fresh = rows.filter((row) => row.sequence !== null).map(asFresh)
  const full = fresh.length === AT_ONCE
  const read = union(
    known,
    fresh.map(({ sequence }): Range => [sequence, sequence]),
  )
  // A full reading has not shown all there is, so what it did not show may still come.
  const tail: Tail =
    mark && settled && !full
      ? { known: union(read, [[0, mark.ceiling]]), mark: undefined }
      : { known: read, mark: mark ?? (transaction ? { ceiling: top(read), transaction } : undefined) }
  return { tail, fresh, full }
}

function asFresh({ account_id, id, sequence, name, actor, payload, occurred_at }: Row): Fresh {
  const event = payload ? ({ id, sequence, name, actor, payload, occurred_at } as Happened) : undefined
  return { account_id, sequence: Number(sequence), event }
}

const MOST_MISSED = 2000

/** What happened in the account in these ranges. Undefined when it is too much, or no longer kept. */
export async function readMissed(
  sql: Sql,
  account_id: string,
  position: Position,
  ranges: readonly Range[],
): Promise<Happened[] | undefined> {
  const rows = await sql<{ lost: boolean } & (Row | { sequence: null })>`
    with bounds as (
      select (select min(sequence) from events) as first,
             coalesce(pg_sequence_last_value(pg_get_serial_sequence('events', 'sequence')::regclass), 0) as last
    ), kept as (
      -- A position beyond all that was ever drawn is of a database since put back to an earlier state.
      select coalesce(first - 1, last) > ${position[0][1]} or last < ${top(position)} as lost from bounds
    ), missed as (
      select e.account_id, e.id, e.sequence, e.name, e.actor, e.payload, e.occurred_at
        from ${inRanges(ranges, part`account_id = ${account_id}`, MOST_MISSED + 1)}
    )
    select * from kept left join missed on not lost order by sequence`
  const missed = rows.filter((row) => row.sequence !== null).map((row) => asFresh(row).event!)
  return rows[0]!.lost || missed.length > MOST_MISSED ? undefined : missed
}

/** The first events of each range, and the first of them all. Range by range, so that the index is used for each. */
function inRanges(ranges: readonly Range[], condition: Part, limit: number): Part {
  return part`
    unnest(${ranges.map(([first]) => first)}::bigint[], ${ranges.map(([, last]) => last)}::bigint[]) as range (first, last)
    cross join lateral (
      select * from events where ${condition} and sequence between range.first and range.last order by sequence limit ${limit}) e
    order by e.sequence limit ${limit}`
}
