import { createHmac, timingSafeEqual } from 'node:crypto'
import { nothing, part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const DEFAULT_LIMIT = 25

type Asked = { limit?: number | undefined; cursor?: string | undefined }

/** Where a page begins (the keys of the last row before it), and how many rows it may have. */
export function readPage(ctx: Context, asked: Asked): { after: string[] | undefined; limit: number } {
  return {
    after: asked.cursor === undefined ? undefined : open(ctx, asked.cursor, asked),
    limit: asked.limit ?? DEFAULT_LIMIT,
  }
}

/** The condition that leaves out the pages before, for lists ordered by a moment and an id, newest first. */
export function olderThan(after: string[] | undefined, columns: Part): Part {
  return after ? part`and (${columns}) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : nothing
}

/** One row more than the limit was read: it tells that there is a next page, which begins after the last row shown. */
export function toPage<Row>(ctx: Context, asked: Asked, rows: Row[], keys: (row: Row) => string[]) {
  const { limit = DEFAULT_LIMIT } = asked
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? seal(ctx, keys(last), asked) : null }
}

/** A cursor is its keys and a signature over them, the account, the list and the filters: good only where it came from. */
function seal(ctx: Context, keys: string[], asked: Asked): string {
  const body = Buffer.from(JSON.stringify(keys)).toString('base64url')
  return `${body}.${sign(ctx, body, asked)}`
}

function open(ctx: Context, cursor: string, asked: Asked): string[] {
  const [body = ''] = cursor.split('.')
  const given = Buffer.from(cursor)
  const right = Buffer.from(`${body}.${sign(ctx, body, asked)}`)
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    reject(
      'invalid_cursor',
      'This cursor belongs to another list or other filters; ask for the first page without a cursor.',
      'cursor',
    )
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as string[]
}

function sign(ctx: Context, body: string, { limit: _limit, cursor: _cursor, ...filters }: Asked): string {
  const asked = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const bound = JSON.stringify([ctx.actor.account.id, ctx.operation, asked, body])
  return createHmac('sha256', ctx.secret).update('cursor').update(bound).digest().subarray(0, 12).toString('base64url')
}
