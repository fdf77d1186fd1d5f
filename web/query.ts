import { useMemo } from 'react'
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
} from '@tanstack/react-query'
import { call, Problem, type Input, type Name, type Output } from './api.ts'
import { explain, words } from './i18n.ts'
import { ask, send } from './reads.ts'
import { fileRecords, isShownIn, type Patch } from './live/records.ts'
import { sessionQuery, useAccount } from './session.ts'
import { toast } from './ui/toast.tsx'

/** Asks an operation and keeps the answer fresh. */
export function useRead<N extends Name>(name: N, input: Input<N>, options: ReadOptions<N> = {}) {
  const { id } = useAccount()
  const { keepsPrevious = false, ...others } = options
  return useQuery<Output<N>>({
    ...reading(id, name, input),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...others,
  })
}

const reading = <N extends Name>(account_id: string, name: N, input: Input<N>) => ({
  queryKey: readKey(account_id, name, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(account_id, name, input, signal),
})

/** Asks for what a screen is about to show, before it is drawn. */
export function askEarly<N extends Name>(account_id: string, name: N, input: Input<N>) {
  void queryClient.prefetchQuery<Output<N>>(reading(account_id, name, input))
  send(account_id)
}

/** Asks an operation that lists, page by page. The items of all pages asked so far stand in `items`. */
export function usePages<N extends Listing>(name: N, input: Input<N>, options: PagesOptions<N> = {}) {
  const { id } = useAccount()
  const { refetchInterval } = options
  const { data, ...query } = useInfiniteQuery({
    queryKey: readKey(id, name, input),
    queryFn: ({ pageParam, signal }) =>
      ask(id, name, pageParam ? { ...input, cursor: pageParam } : input, signal) as Promise<Page<N>>,
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchInterval?.(state.data?.pages.flatMap(({ items }) => items)) ?? false,
  })
  const items = useMemo(() => data?.pages.flatMap((page) => page.items as Item<N>[]), [data])
  return { ...query, items }
}

/**
 * Changes something. What the change makes stale is named in `refreshes`; what it will change is shown at once by
 * `foresees`; a failure shows itself as a toast and takes back what was foreseen. The record it answers with is shown
 * wherever it stands.
 */
export function useAct<N extends Name>(name: N, options: ActOptions<N> = {}) {
  const { refreshes = [], quiet = false, foresees, undo, ...others } = options
  const { id } = useAccount()
  const client = useQueryClient()
  return useMutation({
    ...others,
    mutationFn: (input: Input<N>) => call(id, name, input),
    onMutate: async (input) => {
      const shown = foresees?.(input) ?? []
      if (shown.length === 0) return undefined
      // An answer asked for before the change would show again what was.
      await client.cancelQueries({ queryKey: [id], predicate: ({ state }) => isShownIn(state.data, shown) })
      const known = client.getQueriesData({ queryKey: [id] })
      fileRecords(client, id, shown)
      return known
    },
    onSuccess: (output, input) => {
      if (isRecord(output)) fileRecords(client, id, [output])
      void client.invalidateQueries({ predicate: ({ queryKey }) => refreshes.includes(queryKey[1] as Name) })
      options.onSuccess?.(output, input)
      const done = undo?.(output, input)
      if (done) toast.undo(done.say, words().common.undo, done.back)
    },
    onError: (error, _input, known) => {
      known?.forEach(([key, data]) => client.setQueryData(key, data))
      options.onError?.(error)
    },
    onSettled: () => {
      // What was stale already, and was not asked for because of the change, is asked for now.
      const isStale = {
        queryKey: [id],
        type: 'active',
        predicate: (query: Query) => query.state.isInvalidated,
      } as const
      if (foresees) void client.refetchQueries(isStale, { cancelRefetch: false })
    },
    meta: { quiet, foresees: foresees !== undefined },
  })
}

const isRecord = (output: unknown): output is Patch =>
  typeof output === 'object' && output !== null && typeof (output as Partial<Patch>).url === 'string'

export const readKey = <N extends Name>(account_id: string, name: N, input?: Input<N>) =>
  input === undefined ? ([account_id, name] as const) : ([account_id, name, input] as const)

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      leaveWhenSignedOut(error)
      if (!mutation.meta?.['quiet']) toast.bad(explain(error))
    },
  }),
  defaultOptions: {
    queries: { staleTime: 20_000, retry: (failures, error) => failures < 2 && mayPass(error) },
    // A change is sent at once or fails at once; one that fires minutes later surprises.
    mutations: { networkMode: 'always' },
  },
})

type Listing = { [N in Name]: Output<N> extends { items: unknown[]; next_cursor: unknown } ? N : never }[Name]
type Item<N extends Listing> = Output<N>['items'][number]
type Page<N extends Listing> = { items: Item<N>[]; next_cursor: string | null }
type ReadOptions<N extends Name> = {
  enabled?: boolean
  /** While the input changes, the answer to the previous one stays. */
  keepsPrevious?: boolean
  refetchInterval?: (query: { state: { data: Output<N> | undefined } }) => number | false
}
type PagesOptions<N extends Listing> = {
  refetchInterval?: (items: Item<N>[] | undefined) => number | false
}
type ActOptions<N extends Name> = {
  refreshes?: readonly Name[]
  /** The records as they will be: their url, and what changes. */
  foresees?: (input: Input<N>) => (Patch & Record<string, unknown>)[]
  /** What to say when it is done, and how to take it back. */
  undo?: (output: Output<N>, input: Input<N>) => { say: string; back: () => void } | undefined
  /** The caller shows the failure itself, for example under a field. */
  quiet?: boolean
  onSuccess?: (output: Output<N>, input: Input<N>) => void
  onError?: (error: Error) => void
}

function leaveWhenSignedOut(error: unknown) {
  if (error instanceof Problem && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null)
}

function mayPass(error: unknown) {
  return error instanceof Problem && (error.status === 0 || error.status >= 500)
}
