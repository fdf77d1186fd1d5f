import { pickDefined } from '#doors/classic/request.ts'
import type { Invoke } from '#doors/classic/route.ts'

const MOST = 100

type Page<T> = { items: T[]; next_cursor: string | null }

/** All records of a list that is read page by page, up to `limit` of them. */
export async function listAll<T>(invoke: Invoke, operation: string, input: object, limit = 10_000): Promise<T[]> {
  const found: T[] = []
  let cursor: string | undefined
  do {
    const page: Page<T> = await invoke<Page<T>>(operation, { ...input, limit: MOST, ...pickDefined({ cursor }) })
    found.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && found.length < limit)
  return found.slice(0, limit)
}
