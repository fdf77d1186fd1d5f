import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readKey } from '#web/query.ts'
import { ask } from '#web/reads.ts'
import type { Asked } from '#web/screens/inbox/list/asking.ts'
import { useAccount } from '#web/session.ts'

// Counting is work for the server, and in a busy workspace something happens all the time.
const RESTING_MILLISECONDS = 3_000
const counted = new Map<string, number>()

/** How many conversations there are. Counted again when something happens, but not all the time. */
export function useCount(input: Asked, enabled = true) {
  const { id } = useAccount()
  const queryKey = readKey(id, 'count_conversations', input)
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const key = JSON.stringify(queryKey)
      await rest((counted.get(key) ?? 0) + RESTING_MILLISECONDS - Date.now())
      const counts = await ask(id, 'count_conversations', input, signal)
      counted.set(key, Date.now())
      return counts
    },
    enabled,
    placeholderData: keepPreviousData,
  })
  return data
}

const rest = (milliseconds: number) =>
  milliseconds > 0 ? new Promise((go) => setTimeout(go, milliseconds)) : undefined
