import { createHmac, timingSafeEqual } from 'node:crypto'
import { emptyPart, part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const DEFAULT_LIMIT = 25

type PageInput = { limit?: number | undefined; cursor?: string | undefined }

/** The keys of the last row before the page, and the maximum number of its rows. */
export function readPage(ctx: Context, input: PageInput): { after: string[] | undefined; limit: number } {
  return {
    after: input.cursor === undefined ? undefined : open(ctx, input.cursor, input),
    limit: input.limit ?? DEFAULT_LIMIT,
  }
}

/** Leaves out the pages before, for lists ordered by time and id, newest first. */
export function olderThan(after: string[] | undefined, columns: Part): Part {
  return after ? part`and (${columns}) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : emptyPart
}

/** The number of rows, counted up to `most`. */
export async function countUpTo({ sql }: Context, rows: Part, most: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${rows} limit ${most}) counted`
  return row!.count
}

/** The number of all rows, if the caller asks for it; later pages leave it out. */
export async function countAll(
  { sql }: Context,
  { include_total, cursor }: PageInput & { include_total?: boolean | undefined },
  rows: Part,
): Promise<{ total?: number }> {
  if (!include_total || cursor !== undefined) return {}
  const [row] = await sql<{ count: number }>`select count(*)::int as count from ${rows}`
  return { total: row!.count }
}

/** Expects one row more than the limit: it shows that there is a next page. */
export function toPage<Row>(ctx: Context, input: PageInput, rows: Row[], keys: (row: Row) => string[]) {
  const { limit = DEFAULT_LIMIT } = input
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? seal(ctx, keys(last), input) : null }
}

/** A cursor holds its keys, signed together with account, list and filters, so it is valid only for that list. */
function seal(ctx: Context, keys: string[], input: PageInput): string {
  const body = Buffer.from(JSON.stringify(keys)).toString('base64url')
  return `${body}.${sign(ctx, body, input)}`
}

function open(ctx: Context, cursor: string, input: PageInput): string[] {
  const [body = ''] = cursor.split('.')
  const given = Buffer.from(cursor)
  const right = Buffer.from(`${body}.${sign(ctx, body, input)}`)
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    reject(
      'invalid_cursor',
      'This cursor belongs to another list or other filters; ask for the first page without a cursor.',
      'cursor',
    )
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as string[]
}

function sign(ctx: Context, body: string, { limit: _limit, cursor: _cursor, ...filters }: PageInput): string {
  const used = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const bound = JSON.stringify([ctx.actor.account.id, ctx.operation, used, body])
  return createHmac('sha256', ctx.secret).update('cursor').update(bound).digest().subarray(0, 12).toString('base64url')
}
