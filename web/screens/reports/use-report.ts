import type { Input, Name, Output } from '#web/app/api.ts'
import { useRead } from '#web/app/query.ts'

/** Reads a report and, for comparison, the same report of the previous period. */
export function useReport<N extends Name>(name: N, input: Input<N>, previousInput: Input<N> | undefined): Report<N> {
  const current = useRead(name, input, { keepsPrevious: true })
  const earlier = useRead(name, previousInput ?? input, { keepsPrevious: true, enabled: previousInput !== undefined })
  return {
    data: current.data,
    previous: previousInput && earlier.data,
    error: current.error,
    isStale: current.isPlaceholderData,
    retry: () => void current.refetch(),
  }
}

export type Comparison<N extends Name> = {
  data: Output<N> | undefined
  previous: Output<N> | undefined
}
type Report<N extends Name> = Comparison<N> & {
  error: Error | null
  /** The data still belongs to the previous filters. */
  isStale: boolean
  retry: () => void
}
