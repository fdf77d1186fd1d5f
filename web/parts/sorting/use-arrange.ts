import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Input, type Name, type Output } from '#web/api.ts'
import { readKey } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { arranged } from './arranged.ts'

type Sorted = Extract<Name, `list_${string}`>
type Sorting = Extract<Name, `reorder_${string}`>
type Page = { items: { id: string }[] }

/**
 * Puts what a list shows into another order: seen at once, taken back when it is refused. Most orders are of
 * everything of a kind; `input` says what else to send where they are not.
 */
export function useArrange<S extends Sorting>(
  list: Sorted,
  reorder: S,
  input: (ids: string[], all: string[]) => Input<S> = (_, all) => ({ ids: all }) as Input<S>,
) {
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const key = readKey(account_id, list, {})
  const { mutate } = useMutation<Output<S>, Error, string[], unknown>({
    mutationKey: [reorder],
    // One after the other, so that the last move is the last to arrive.
    scope: { id: reorder },
    mutationFn: (ids) => call(account_id, reorder, input(ids, idsOf(client.getQueryData<Page>(key)))),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey: key })
      const known = client.getQueryData(key)
      client.setQueryData<Page>(key, (page) => page && { ...page, items: arranged(page.items, ids) })
      return known
    },
    onError: (_error, _ids, known) => client.setQueryData(key, known),
    onSettled: () => {
      if (client.isMutating({ mutationKey: [reorder] }) === 1) void client.invalidateQueries({ queryKey: key })
    },
    meta: { foresees: true },
  })
  return mutate
}

const idsOf = (page: Page | undefined) => page?.items.map(({ id }) => id) ?? []
