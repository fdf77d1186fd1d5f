import type { AnyOperation, Context } from '#kernel/operation.ts'

const MOST = 1000

type Page = { items?: unknown; next_cursor?: unknown }

/** The answer of a read as agents get it: a page with its total, and a note where the operation has something to explain. */
export async function forAgent<T extends object>(
  op: AnyOperation,
  ctx: Context,
  input: unknown,
  answer: T & Page,
): Promise<T> {
  const total = await totalOf(op, ctx, input, answer)
  const note = await op.note?.(ctx, input, answer)
  return { ...answer, ...(total !== undefined && { total }), ...(note && { note }) }
}

/** The total of a list: exact up to 1,000, then "1000+". */
async function totalOf(
  op: AnyOperation,
  ctx: Context,
  input: unknown,
  { items, next_cursor }: Page,
): Promise<number | string | undefined> {
  if (!Array.isArray(items)) return undefined
  const isWhole = next_cursor === null && !(input as { cursor?: string }).cursor
  if (isWhole) return items.length
  if (!op.count) return undefined
  const count = await op.count(ctx, input, MOST + 1)
  return count > MOST ? `${MOST}+` : count
}
