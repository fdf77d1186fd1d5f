import { SquarePen } from '#web/ui/icons.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { isFiltered, type ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { Button } from '#web/ui/button.tsx'
import { FirstSteps } from '#web/screens/inbox/first-steps/first-steps.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, LooseThread, Spool } from '#web/ui/thread-art.tsx'

/** Placeholder rows of the same size as real ones. */
export function Loading() {
  const { common } = useWords()
  return (
    <div role="status" aria-label={common.loading} className="min-h-0 flex-1 overflow-hidden">
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className="flex h-22 gap-2 border-b border-line py-2.5 pr-3 pl-2">
          <Skeleton className="m-0.5 size-8 shrink-0" />
          <div className="flex min-w-0 flex-1 flex-col pt-1.5">
            <Skeleton className="h-3 w-32 max-w-full" />
            <Skeleton className="mt-2.5 h-2.5 w-52 max-w-full" />
            <Skeleton className="mt-auto mb-1 h-2 w-24 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}

export function Failed({ error, onRetry, onClear }: { error: unknown; onRetry: () => void; onClear?: () => void }) {
  const { common } = useWords()
  const { list: words, filters } = useInboxWords()
  const actions = (
    <>
      <Button look="outline" onClick={onRetry}>
        {common.retry}
      </Button>
      {onClear && <Button onClick={onClear}>{filters.clear}</Button>}
    </>
  )
  return (
    <Scroller>
      <EmptyState art={<BrokenThread />} title={words.failed} actions={actions}>
        {describeError(error)}
      </EmptyState>
    </Scroller>
  )
}

type Props = { filters: ConversationFilters; onClear: () => void; onNew: () => void }

/** The empty state of a folder, a view or a search. */
export function Nothing({ filters, onClear, onNew }: Props) {
  const { list: words, empty, filters: names } = useInboxWords()
  const { create } = useConversationWords()
  if (isFiltered(filters) || filters.q) {
    const clear = (
      <Button look="outline" onClick={onClear}>
        {names.clear}
      </Button>
    )
    return (
      <Scroller>
        <EmptyState art={<LooseThread />} title={words.noMatch} actions={clear}>
          {words.noMatchHint}
        </EmptyState>
      </Scroller>
    )
  }
  const { title, hint } = filters.view ? empty.view : empty[filters.folder ?? 'open']
  const start = !filters.folder && !filters.view && (
    <Button look="outline" icon={<SquarePen size={15} aria-hidden />} onClick={onNew}>
      {create.open}
    </Button>
  )
  return (
    <Scroller>
      {!filters.folder && !filters.view && <FirstSteps className="mx-4 mt-4 lg:hidden" />}
      <EmptyState art={<Spool />} title={title} actions={start}>
        {hint}
      </EmptyState>
    </Scroller>
  )
}

const Scroller = ({ children }: { children: React.ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
)
