import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Input, type Name, type Output } from '#web/app/api.ts'
import { readKey } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { reorder as reorderItems } from './reorder.ts'

type ListName = Extract<Name, `list_${string}`>
type ReorderName = Extract<Name, `reorder_${string}`>
type Page = { items: { id: string }[] }

/**
 * Reorders a list optimistically and rolls back if the server refuses. Most reorder operations take the ids of all
 * records; `input` builds the input for those that do not.
 */
export function useReorder<S extends ReorderName>(
  list: ListName,
  reorder: S,
  input: (ids: string[], all: string[]) => Input<S> = (_, all) => ({ ids: all }) as Input<S>,
) {
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const key = readKey(account_id, list, {})
  const { mutate } = useMutation<Output<S>, Error, string[], unknown>({
    mutationKey: [reorder],
    // Serialised, so that the last move arrives last.
    scope: { id: reorder },
    mutationFn: (ids) => call(account_id, reorder, input(ids, idsOf(client.getQueryData<Page>(key)))),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey: key })
      const snapshot = client.getQueryData(key)
      client.setQueryData<Page>(key, (page) => page && { ...page, items: reorderItems(page.items, ids) })
      return snapshot
    },
    onError: (_error, _ids, snapshot) => client.setQueryData(key, snapshot),
    onSettled: () => {
      if (client.isMutating({ mutationKey: [reorder] }) === 1) void client.invalidateQueries({ queryKey: key })
    },
    meta: { optimistic: true },
  })
  return mutate
}

const idsOf = (page: Page | undefined) => page?.items.map(({ id }) => id) ?? []
