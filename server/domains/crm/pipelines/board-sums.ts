import { emptyPart, literal, part, type Part, type Sql } from '#db/sql.ts'

/**
 * Closed records per type and their amounts. Their sums per stage are kept in board_sums, because there are many; open
 * records are summed on every read (board-totals.ts). A closed lead has no weighted amount.
 */
const kinds = {
  leads: {
    kind: 'lead',
    amount: part`x.estimated_value`,
    weighted: part`0`,
    closed: part`x.status in ('unqualified', 'converted')`,
  },
  opportunities: {
    kind: 'opportunity',
    amount: part`x.amount`,
    weighted: part`round(x.amount * x.probability / 100, 2)`,
    closed: part`x.status <> 'open'`,
  },
} as const

const summed_columns = new Set([
  'status',
  'stage_id',
  'pipeline_id',
  'owner_id',
  'amount',
  'estimated_value',
  'currency',
  'probability',
  'deleted_at',
])

/** Whether an update may change the sums. */
export function affectsBoardSums(patch: object): boolean {
  return Object.keys(patch).some((column) => summed_columns.has(column))
}

/** Part of the statement that inserts a record (`after`) or updates the one with this id: the difference to the sums. */
export function boardDelta(table: keyof typeof kinds, after: Part, changed?: { account_id: string; id: string }): Part {
  const { kind, amount, weighted, closed } = kinds[table]
  const before =
    changed &&
    part`union all select -1 as sign, b.* from ${literal(table)} b where b.account_id = ${changed.account_id} and b.id = ${changed.id}`
  return part`board_delta as (
    insert into board_deltas (account_id, pipeline_id, kind, stage_id, currency, owner_id, count, amount, weighted)
    select x.account_id, x.pipeline_id, ${kind}, x.stage_id, x.currency, coalesce(x.owner_id, 0), x.sign, x.sign * coalesce(${amount}, 0),
           x.sign * coalesce(${weighted}, 0)
      from (select 1 as sign, a.* from ${after} a ${before ?? emptyPart}) x where x.deleted_at is null and ${closed})`
}

/** Rows of (stage_id, currency, owner_id, count, amount, weighted) of the closed records of a pipeline, to be summed. */
export function closedRows(table: keyof typeof kinds, account_id: string, pipeline_id: string): Part {
  const { kind } = kinds[table]
  const rowsOf = (table: Part) => part`
    select stage_id, currency, nullif(owner_id, 0) as owner_id, count, amount, weighted from ${table}
     where account_id = ${account_id} and pipeline_id = ${pipeline_id} and kind = ${kind}`
  return part`${rowsOf(part`board_sums`)} union all ${rowsOf(part`board_deltas`)}`
}

const BATCH = 50_000

export const nextBoardRollup = part`select noted_at + interval '1 minute' as at from board_deltas order by account_id, id limit 1`

/** Adds the pending differences to the sums in one statement; an advisory lock lets only one node do it at a time. */
export async function rollUpBoards(sql: Sql): Promise<void> {
  await sql`
    with lock as materialized (select pg_try_advisory_xact_lock(hashtextextended('boards', 0)) as acquired), x as (
      delete from board_deltas d using lock where lock.acquired and (d.account_id, d.id) in (
        select account_id, id from board_deltas order by account_id, id limit ${BATCH}) returning d.*)
    insert into board_sums as s (account_id, pipeline_id, kind, stage_id, currency, owner_id, count, amount, weighted)
    select account_id, pipeline_id, kind, stage_id, currency, owner_id, sum(count), sum(amount), sum(weighted) from x group by 1, 2, 3, 4, 5, 6
    on conflict (account_id, pipeline_id, kind, stage_id, currency, owner_id)
    do update set count = s.count + excluded.count, amount = s.amount + excluded.amount, weighted = s.weighted + excluded.weighted`
}
