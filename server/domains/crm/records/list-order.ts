import { emptyPart, literal, part, type Part } from '#db/sql.ts'
import { grouped_sorts, type GroupedSort, type SaleSort } from '#domains/crm/inputs.ts'

type RowSort = Exclude<SaleSort, GroupedSort>

type Of = 'l' | 'o'

/** The order of a list, and how to select its rows after those of the pages before. */
export type ListOrder = { order: Part; select: (met: Part, limit: number) => Part }

/** The order, and the condition for rows after the one with these keys. Each order has an index. */
export function orderOf(of: Of, sort: RowSort, after: string[] | undefined): ListOrder {
  const id = literal(`${of}.id`)
  const descends = sort === 'newest' || sort.startsWith('-')
  const [direction, beyond] = descends ? [literal('desc'), literal('<')] : [literal('asc'), literal('>')]
  const { column, valueOf } = sortKey(of, sort)
  const start = after ? part`and (${column}, ${id}) ${beyond} (${valueOf(after[0]!)}, ${after[1]}::bigint)` : emptyPart
  const order = part`${column} ${direction}, ${id} ${direction}`
  const select = (met: Part, limit: number) =>
    part`select * from ${tables[of]} where ${met} ${start} order by ${order} limit ${limit}`
  return { order, select }
}

const tables = { l: part`leads l`, o: part`opportunities o` }

/** A stage with its pipeline, or an owner; NOBODY stands for records without an owner. */
type Group = { id: string; pipeline_id?: string }
export const NOBODY = '0'

/** The newest records of each group, one group after the other. Each is read by its index until the page is full. */
export function groupedOrder(of: Of, kind: 'stage' | 'owner', groups: readonly Group[], after?: string[]): ListOrder {
  const alias = literal(of)
  const left = after ? groups.slice(groups.findIndex(({ id }) => id === after[2])) : groups
  const newest = part`${alias}.created_at desc, ${alias}.id desc`
  // Only the first group was begun on the page before.
  const start = after
    ? part`and (${alias}.created_at, ${alias}.id) < (case when g.rank = 1 then ${after[0]}::timestamptz else 'infinity' end,
                                                     case when g.rank = 1 then ${after[1]}::bigint else 9223372036854775807 end)`
    : emptyPart
  const select = (met: Part, limit: number) => {
    const rows = (match: Part) =>
      part`(select * from ${tables[of]} where ${met} and ${match} ${start} order by ${newest} limit ${limit})`
    const matching =
      kind === 'stage'
        ? rows(part`${alias}.pipeline_id = g.pipeline_id and ${alias}.stage_id = g.id`)
        : part`${rows(part`${alias}.owner_id = g.id`)} union all ${rows(part`g.id = ${NOBODY}::bigint and ${alias}.owner_id is null`)}`
    return part`
      select ${alias}.*, g.rank
        from unnest(${left.map(({ id }) => id)}::bigint[], ${left.map(({ pipeline_id }) => pipeline_id ?? NOBODY)}::bigint[])
             with ordinality g (id, pipeline_id, rank)
       cross join lateral (${matching}) ${alias}
       order by g.rank, ${newest} limit ${limit}`
  }
  return { order: part`${alias}.rank, ${newest}`, select }
}

export const isGrouped = (sort: unknown): sort is GroupedSort => (grouped_sorts as readonly unknown[]).includes(sort)

/** The column of an order, and the value of the last row of a page as that column compares it. */
function sortKey(of: Of, sort: RowSort): { column: Part; valueOf: (key: string) => Part } {
  switch (sort) {
    case 'newest':
    case 'oldest':
      return { column: literal(`${of}.created_at`), valueOf: (key) => part`${key}::timestamptz` }
    case 'position':
      return { column: literal(`${of}.position`), valueOf: (key) => part`${key}::numeric` }
    case 'name':
    case '-name':
      return { column: literal(`fold(${of}.name)`), valueOf: (key) => part`fold(${key}::text)` }
    case 'amount':
    case '-amount':
      return { column: literal(amounts[of]), valueOf: (key) => part`${key}::numeric` }
    case 'last_activity_at':
    case '-last_activity_at':
      return { column: literal(`${of}.last_activity_at`), valueOf: (key) => part`${key}::timestamptz` }
    default:
      return { column: literal(`${of}.expected_close_date`), valueOf: (key) => part`${key}::date` }
  }
}

/** Records without a value sort as 0. */
const amounts = { l: 'coalesce(l.estimated_value, 0)', o: 'coalesce(o.amount, 0)' }

type ListedRow = {
  id: string
  name: string
  created_at: string
  last_activity_at: string
  place: string
  estimated_value?: number | null
  amount?: number | null
  expected_close_date?: string
  stage: { id: string }
  owner: { id: string } | null
}

/** Keys of the last row of a page, from which the next one continues. */
export function pageKeys(sort: SaleSort, row: ListedRow): string[] {
  if (isGrouped(sort))
    return [row.created_at, row.id, sort.endsWith('stage') ? row.stage.id : (row.owner?.id ?? NOBODY)]
  const keys: Record<string, string | number | undefined> = {
    newest: row.created_at,
    oldest: row.created_at,
    position: row.place,
    name: row.name,
    amount: row.amount ?? row.estimated_value ?? 0,
    last_activity_at: row.last_activity_at,
    expected_close_date: row.expected_close_date,
  }
  return [String(keys[sort.replace('-', '')]), row.id]
}
