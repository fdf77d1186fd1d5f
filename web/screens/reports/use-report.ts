import type { Input, Name, Output } from '#web/api.ts'
import { useRead } from '#web/query.ts'

/** A report, and beside it the same one about the days before. Both are asked at once. */
export function useReport<N extends Name>(name: N, input: Input<N>, before: Input<N> | undefined): Read<N> {
  const now = useRead(name, input, { keepsPrevious: true })
  const was = useRead(name, before ?? input, { keepsPrevious: true, enabled: before !== undefined })
  return {
    data: now.data,
    before: before && was.data,
    error: now.error,
    isOld: now.isPlaceholderData,
    retry: () => void now.refetch(),
  }
}

export type Read<N extends Name> = {
  data: Output<N> | undefined
  before: Output<N> | undefined
  error: Error | null
  /** What is shown is the answer to what was asked before. */
  isOld: boolean
  retry: () => void
}
