import { Plus, Upload } from '#web/ui/icons.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, LooseThread, Spool } from '#web/ui/thread-art.tsx'
import { isFiltered, type ContactFilters } from '#web/screens/contacts/contact-filters.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

export function Loading() {
  const { common } = useWords()
  return (
    <div role="status" aria-label={common.loading}>
      {Array.from({ length: 9 }, (_, index) => (
        <div key={index} className="flex items-center gap-3 border-b border-line px-4 py-3 sm:px-5">
          <Skeleton className="size-8 shrink-0" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3 w-40 max-w-full" />
            <Skeleton className="h-2 w-24 max-w-full" />
          </div>
          <Skeleton className="hidden h-3 w-32 @2xl:block" />
          <Skeleton className="hidden h-3 w-24 @2xl:block" />
        </div>
      ))}
    </div>
  )
}

type FailedProps = { error: unknown; onRetry: () => void; onClear?: (() => void) | undefined }

export function Failed({ error, onRetry, onClear }: FailedProps) {
  const { common } = useWords()
  const { list: words, filters } = useContactsScreenWords()
  const actions = (
    <>
      <Button look="outline" onClick={onRetry}>
        {common.retry}
      </Button>
      {onClear && <Button onClick={onClear}>{filters.clear}</Button>}
    </>
  )
  return (
    <EmptyState art={<BrokenThread />} title={words.failed} actions={actions}>
      {describeError(error)}
    </EmptyState>
  )
}

type Props = {
  filters: ContactFilters
  onClear: () => void
  onCreate: () => void
  onImport: () => void
}

export function Nothing({ filters, onClear, onCreate, onImport }: Props) {
  const { list: words, filters: filterWords, create } = useContactsScreenWords()
  const { common } = useWords()
  if (isFiltered(filters)) {
    const clear = (
      <Button look="outline" onClick={onClear}>
        {filterWords.clear}
      </Button>
    )
    return (
      <EmptyState art={<LooseThread />} title={words.noMatch} actions={clear}>
        {words.noMatchHint}
      </EmptyState>
    )
  }
  const actions = (
    <>
      <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={onCreate}>
        {create.open}
      </Button>
      <Button look="outline" icon={<Upload size={15} aria-hidden />} onClick={onImport}>
        {common.importCsv}
      </Button>
    </>
  )
  return (
    <EmptyState art={<Spool />} title={words.empty} actions={actions}>
      {words.emptyHint}
    </EmptyState>
  )
}
