import { useMemo } from 'react'
import {
  infiniteQueryOptions,
  keepPreviousData,
  MutationCache,
  QueryCache,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
} from '@tanstack/react-query'
import { countOptimistic, LiveQueryClient } from '#web/live/query-client.ts'
import { patchRecords, holdsAny, replaceRecord, type Patch } from '#web/live/records.ts'
import { toast } from '#web/ui/toast.tsx'
import { call, Problem, type Input, type Name, type Output } from './api.ts'
import { read } from './batch.ts'
import { describeError, words } from './i18n.ts'
import { sessionQuery, useAccount } from './session.ts'

/** Calls an operation that reads, caches its answer and keeps it fresh. */
export function useRead<N extends Name>(name: N, input: Input<N>, options: ReadOptions<N> = {}) {
  const { id } = useAccount()
  const { keepsPrevious = false, ...others } = options
  return useQuery<Output<N>>({
    ...queryOf(id, name, input),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...others,
  })
}

const queryOf = <N extends Name>(account_id: string, name: N, input: Input<N>) => ({
  queryKey: readKey(account_id, name, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => read(account_id, name, input, signal),
})

/** Requests what a screen is about to show, before it renders; resolves to undefined if it failed. */
export async function prefetchRead<N extends Name>(account_id: string, name: N, input: Input<N>) {
  const query = queryOf(account_id, name, input)
  await queryClient.prefetchQuery<Output<N>>(query)
  return queryClient.getQueryData<Output<N>>(query.queryKey)
}

/** Calls a listing operation page by page; `items` holds the items of all pages loaded so far, `total` their number if it was asked for. */
export function usePages<N extends Listing>(name: N, input: Input<N>, options: PagesOptions<N> = {}) {
  const { id } = useAccount()
  const { refetchInterval } = options
  const { data, ...query } = useInfiniteQuery({
    ...pagesOf(id, name, input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchInterval?.(state.data?.pages.flatMap(({ items }) => items)) ?? false,
  })
  const items = useMemo(() => data?.pages.flatMap((page) => page.items as Item<N>[]), [data])
  return { ...query, items, total: data?.pages[0]?.total }
}

const pagesOf = <N extends Listing>(account_id: string, name: N, input: Input<N>) =>
  infiniteQueryOptions({
    queryKey: readKey(account_id, name, input),
    queryFn: ({ pageParam, signal }) =>
      read(account_id, name, pageParam ? { ...input, cursor: pageParam } : input, signal) as Promise<Page<N>>,
    initialPageParam: '',
    getNextPageParam: (page: Page<N>) => page.next_cursor,
  })

/** Requests the first page of a list that is about to be shown. */
export async function prefetchPages<N extends Listing>(account_id: string, name: N, input: Input<N>): Promise<void> {
  await queryClient.prefetchInfiniteQuery(pagesOf(account_id, name, input))
}

/**
 * Calls an operation that changes something. `invalidates` names the reads it makes stale; `optimistic` shows the change
 * at once. A failure shows a toast and rolls the optimistic change back. The record in the answer replaces the cached
 * one in every query.
 */
export function useAct<N extends Name>(name: N, options: ActOptions<N> = {}) {
  const { invalidates = [], silent = false, optimistic, undo, ...others } = options
  const { id } = useAccount()
  const client = useQueryClient()
  // A read before the last of several quick changes ends would return data without it.
  const hasOtherChanges = () => optimistic !== undefined && countOptimistic(client) > 1
  return useMutation({
    ...others,
    mutationFn: (input: Input<N>) => call(id, name, input),
    onMutate: async (input) => {
      const since = Date.now()
      const patches = optimistic?.(input) ?? []
      if (patches.length === 0) return { since, snapshot: [] }
      // A read still in flight would bring back the state before the change.
      await client.cancelQueries({ queryKey: [id], predicate: ({ state }) => holdsAny(state.data, patches) })
      const snapshot = client.getQueriesData({ queryKey: [id] })
      patchRecords(client, id, patches)
      return { since, snapshot }
    },
    onSuccess: (output, input, { since }) => {
      if (isRecord(output)) replaceRecord(client, id, output)
      const isShown = ({ queryKey }: Query) => invalidates.includes(queryKey[1] as Name)
      void client.invalidateQueries({ predicate: isShown, refetchType: hasOtherChanges() ? 'none' : 'active' })
      options.onSuccess?.(output, input)
      const offer = undo?.(output, input)
      if (offer) toast.undo(offer.message, words().common.undo, offer.revert, { since })
    },
    onError: (error, _input, started) => {
      started?.snapshot.forEach(([key, data]) => client.setQueryData(key, data))
      options.onError?.(error)
    },
    onSettled: () => {
      // Queries cancelled or held back during the change are fetched now.
      const isStale = {
        queryKey: [id],
        type: 'active',
        predicate: (query: Query) => query.state.isInvalidated,
      } as const
      if (optimistic && !hasOtherChanges()) void client.refetchQueries(isStale, { cancelRefetch: false })
    },
    meta: { silent, optimistic: optimistic !== undefined },
  })
}

const isRecord = (output: unknown): output is Patch =>
  typeof output === 'object' && output !== null && typeof (output as Partial<Patch>).url === 'string'

export const readKey = <N extends Name>(account_id: string, name: N, input?: Input<N>) =>
  input === undefined ? ([account_id, name] as const) : ([account_id, name, input] as const)

export const queryClient: LiveQueryClient = new LiveQueryClient({
  queryCache: new QueryCache({ onError: clearSessionOn401 }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      clearSessionOn401(error)
      if (!mutation.meta?.['silent']) toast.bad(describeError(error))
    },
  }),
  defaultOptions: {
    queries: { staleTime: 20_000, retry: (failures, error) => failures < 2 && isTransient(error) },
    // A change is sent at once or fails at once; one that fires minutes later would surprise.
    mutations: { networkMode: 'always' },
  },
})

type Listing = { [N in Name]: Output<N> extends { items: unknown[]; next_cursor: unknown } ? N : never }[Name]
type Item<N extends Listing> = Output<N>['items'][number]
type Page<N extends Listing> = { items: Item<N>[]; next_cursor: string | null; total?: number | undefined }
type ReadOptions<N extends Name> = {
  enabled?: boolean | ((query: { state: { data: Output<N> | undefined } }) => boolean)
  /** Keeps showing the previous answer while the next one loads. */
  keepsPrevious?: boolean
  refetchInterval?: (query: { state: { data: Output<N> | undefined } }) => number | false
}
type PagesOptions<N extends Listing> = {
  refetchInterval?: (items: Item<N>[] | undefined) => number | false
}
type ActOptions<N extends Name> = {
  invalidates?: readonly Name[]
  /** The records as they will be: their url and the changed fields. */
  optimistic?: (input: Input<N>) => (Patch & Record<string, unknown>)[]
  /** The message shown when it is done, and how to revert it. */
  undo?: (output: Output<N>, input: Input<N>) => { message: string; revert: () => void } | undefined
  /** No toast on failure: the caller shows it, for example under a field. */
  silent?: boolean
  onSuccess?: (output: Output<N>, input: Input<N>) => void
  onError?: (error: Error) => void
}

function clearSessionOn401(error: unknown) {
  if (error instanceof Problem && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null)
}

function isTransient(error: unknown) {
  return error instanceof Problem && (error.status === 0 || error.status >= 500)
}
