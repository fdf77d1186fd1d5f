import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Input } from '#web/app/api.ts'
import { readKey } from '#web/app/query.ts'
import { read } from '#web/app/batch.ts'
import { useAccount } from '#web/app/session.ts'

// Counting is expensive, and in a busy workspace something changes all the time.
const MIN_INTERVAL_MILLISECONDS = 3_000
const countedAt = new Map<string, number>()

/** The number of conversations, recounted after changes but not more often than every few seconds. */
export function useCount(input: Input<'count_conversations'>, enabled = true) {
  const { id } = useAccount()
  const queryKey = readKey(id, 'count_conversations', input)
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const key = JSON.stringify(queryKey)
      await wait((countedAt.get(key) ?? 0) + MIN_INTERVAL_MILLISECONDS - Date.now())
      const counts = await read(id, 'count_conversations', input, signal)
      countedAt.set(key, Date.now())
      return counts
    },
    enabled,
    placeholderData: keepPreviousData,
  })
  return data
}

const wait = (milliseconds: number) =>
  milliseconds > 0 ? new Promise((go) => setTimeout(go, milliseconds)) : undefined
