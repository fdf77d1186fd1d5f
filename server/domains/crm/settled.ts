import { literal, nothing, part, type Part, type Sql } from '#db/sql.ts'

/** What is settled of leads and of opportunities, and what it adds to the sums of a board. A lead that is done with weighs nothing. */
const kinds = {
  leads: {
    kind: 'lead',
    amount: part`x.estimated_value`,
    weighted: part`0`,
    settled: part`x.status in ('unqualified', 'converted')`,
  },
  opportunities: {
    kind: 'opportunity',
    amount: part`x.amount`,
    weighted: part`round(x.amount * x.probability / 100, 2)`,
    settled: part`x.status <> 'open'`,
  },
} as const

const decisive = new Set([
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

/** Whether a change may move the sums. */
export function unsettles(patch: object): boolean {
  return Object.keys(patch).some((column) => decisive.has(column))
}

/** As part of the statement that makes a record (`after`), or changes the one with this id: what it adds to the sums, and takes from them. */
export function settling(table: keyof typeof kinds, after: Part, changed?: { account_id: string; id: string }): Part {
  const { kind, amount, weighted, settled } = kinds[table]
  const before =
    changed &&
    part`union all select -1 as sign, b.* from ${literal(table)} b where b.account_id = ${changed.account_id} and b.id = ${changed.id}`
  return part`settled as (
    insert into board_deltas (account_id, pipeline_id, kind, stage_id, currency, owner_id, count, amount, weighted)
    select x.account_id, x.pipeline_id, ${kind}, x.stage_id, x.currency, coalesce(x.owner_id, 0), x.sign, x.sign * coalesce(${amount}, 0),
           x.sign * coalesce(${weighted}, 0)
      from (select 1 as sign, a.* from ${after} a ${before ?? nothing}) x where x.deleted_at is null and ${settled})`
}

/** Rows of (stage_id, currency, owner_id, count, amount, weighted) of what is settled in a pipeline, to be added up. */
export function settledIn(table: keyof typeof kinds, account_id: string, pipeline_id: string): Part {
  const { kind } = kinds[table]
  const from = (sums: Part) => part`
    select stage_id, currency, nullif(owner_id, 0) as owner_id, count, amount, weighted from ${sums}
     where account_id = ${account_id} and pipeline_id = ${pipeline_id} and kind = ${kind}`
  return part`${from(part`board_sums`)} union all ${from(part`board_deltas`)}`
}

const AT_ONCE = 50_000

export function nextBoardFold(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`select noted_at + interval '1 minute' as at from board_deltas order by account_id, id limit 1`
}

/** Adds what was settled since to the sums: taken out and put in by one statement, and by one node at a time. */
export async function foldBoards(sql: Sql): Promise<void> {
  await sql`
    with turn as materialized (select pg_try_advisory_xact_lock(hashtextextended('boards', 0)) as mine), x as (
      delete from board_deltas d using turn where turn.mine and (d.account_id, d.id) in (
        select account_id, id from board_deltas order by account_id, id limit ${AT_ONCE}) returning d.*)
    insert into board_sums as s (account_id, pipeline_id, kind, stage_id, currency, owner_id, count, amount, weighted)
    select account_id, pipeline_id, kind, stage_id, currency, owner_id, sum(count), sum(amount), sum(weighted) from x group by 1, 2, 3, 4, 5, 6
    on conflict (account_id, pipeline_id, kind, stage_id, currency, owner_id)
    do update set count = s.count + excluded.count, amount = s.amount + excluded.amount, weighted = s.weighted + excluded.weighted`
}
