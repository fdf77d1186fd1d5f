import { useQueryClient } from '@tanstack/react-query'
import type { Input, Name, Output } from '#web/api.ts'
import { readKey } from '#web/query.ts'
import { useAccount } from '#web/session.ts'

/** Shows what is known already where it is read, without asking. Answers with how to take it back. */
export function useShow() {
  const { id } = useAccount()
  const client = useQueryClient()
  return <N extends Name>(
    name: N,
    input: Input<N>,
    change: (known: Output<N> | undefined) => Output<N> | undefined,
  ): (() => void) => {
    const key = readKey(id, name, input)
    const known = client.getQueryData<Output<N>>(key)
    client.setQueryData<Output<N>>(key, change(known))
    return () => client.setQueryData(key, known)
  }
}
