import { useWords } from '#web/app/i18n.ts'
import { Spinner } from './spinner.tsx'
import { useInfiniteScroll } from './use-infinite-scroll.ts'

type Props = {
  list: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** The end of a list; scrolling to it loads the next page. */
export function LoadMore({ list }: Props) {
  const { common } = useWords()
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  // A refresh may cancel the request for a page, so it is repeated after every fetch.
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError
  const mark = useInfiniteScroll<HTMLDivElement>(fetchNextPage, isReady)
  return (
    <div ref={mark} className="grid h-14 place-items-center text-ink-3">
      {isFetchingNextPage && <Spinner size={18} />}
      {isFetchNextPageError && (
        <button type="button" onClick={() => void fetchNextPage()} className="text-sm text-accent-text underline">
          {common.loadMore}
        </button>
      )}
    </div>
  )
}
