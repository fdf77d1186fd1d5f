import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters } from '@tanstack/react-query'

/**
 * The base class does not repeat the first read of a query: a change made while it runs would stay unseen, because its
 * answer may be older. Here such a read is repeated once it has ended. It is not cancelled, so that a list still opens
 * over a slow line when events keep arriving.
 */
export class LiveQueryClient extends QueryClient {
  override invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    for (const { state, promise, queryKey } of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      const repeat = () => void this.invalidateQueries({ queryKey, exact: true }, options)
      if (state.data === undefined) promise?.then(repeat, () => undefined)
    }
    return super.invalidateQueries(filters, options)
  }
}

/** The number of changes that are shown but not yet confirmed. */
export function countOptimistic(client: QueryClient): number {
  return client.isMutating({ predicate: ({ meta }) => meta?.['optimistic'] === true })
}
