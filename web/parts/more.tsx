import { useWords } from '#web/i18n.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useReach } from '#web/ui/use-reach.ts'

type Props = {
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** The end of a list: reaching it fetches what comes next. */
export function More({ list }: Props) {
  const { common } = useWords()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const mark = useReach<HTMLDivElement>(() => void fetchNextPage(), isReady)
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
