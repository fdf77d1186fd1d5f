import type { Property } from '#contract/records/property.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, LooseThread, Spool } from '#web/ui/thread-art.tsx'
import { usePropertiesWords } from '#web/screens/properties/words.ts'
import { PropertyCard } from './property-card.tsx'

type Props = {
  list: Parameters<typeof LoadMore>[0]['list'] & {
    items: Property[] | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  isFiltered: boolean
  selection: Selection<Property>
  onClear: () => void
  onCreate: () => void
  onImport: () => void
}

export function Gallery({ list, isFiltered, selection, onClear, onCreate, onImport }: Props) {
  const { common } = useWords()
  const words = usePropertiesWords()
  const { items, error } = list
  if (error && !items)
    return (
      <EmptyState
        art={<BrokenThread />}
        title={words.failed}
        actions={<Button onClick={() => list.refetch()}>{common.retry}</Button>}
      >
        {describeError(error)}
      </EmptyState>
    )
  if (items?.length === 0 && isFiltered)
    return (
      <EmptyState
        art={<LooseThread />}
        title={words.noMatch}
        actions={
          <Button look="outline" onClick={onClear}>
            {words.clearFilters}
          </Button>
        }
      >
        {words.noMatchHint}
      </EmptyState>
    )
  if (items?.length === 0)
    return (
      <EmptyState
        art={<Spool />}
        title={words.empty}
        actions={
          <>
            <Button look="primary" onClick={onCreate}>
              {words.create.open}
            </Button>
            <Button look="outline" onClick={onImport}>
              {words.import.open}
            </Button>
          </>
        }
      >
        {words.emptyHint}
      </EmptyState>
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 md:px-5">
      <p role="status" className="sr-only">
        {items && !list.isPlaceholderData && words.count(items.length)}
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-4" aria-busy={list.isPlaceholderData}>
        {items
          ? items.map((property) => (
              <PropertyCard
                key={property.id}
                property={property}
                isSelected={selection.ids.has(property.id)}
                isSelecting={selection.selected.length > 0}
                onToggle={() => selection.toggle(property.id)}
              />
            ))
          : Array.from({ length: 8 }, (_, i) => <Waiting key={i} />)}
      </ul>
      <LoadMore list={list} />
    </div>
  )
}

const Waiting = () => (
  <li aria-hidden className="overflow-hidden rounded-xl ring-1 ring-line ring-inset">
    <Skeleton className="aspect-4/3 rounded-none!" />
    <div className="h-29 space-y-2.5 p-3">
      <Skeleton className="h-3 w-28" />
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-2 w-32" />
    </div>
  </li>
)
