import { useQueryClient } from '@tanstack/react-query'
import type { Input, Name, Output } from '#web/app/api.ts'
import { readKey } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'

/** Writes data into the cache of a read; returns a function that restores the previous data. */
export function usePatchRead() {
  const { id } = useAccount()
  const client = useQueryClient()
  return <N extends Name>(
    name: N,
    input: Input<N>,
    change: (current: Output<N> | undefined) => Output<N> | undefined,
  ): (() => void) => {
    const key = readKey(id, name, input)
    const previous = client.getQueryData<Output<N>>(key)
    client.setQueryData<Output<N>>(key, change(previous))
    return () => client.setQueryData(key, previous)
  }
}
