import { ListFilter } from '#web/ui/icons.ts'
import type { ActiveFilters } from '#web/screens/pipeline/pipeline-filters.ts'
import type { BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Popover } from '#web/ui/popover.tsx'

const FilterFields = lazyComponent(
  async () => (await import('./filter-fields.tsx')).FilterFields,
  <div className="h-96" />,
)

type Props = { query: BoardQuery; onChange: (filters: ActiveFilters) => void }

const inside = ['stage', 'label', 'source', 'from', 'to', 'close_from', 'close_to', 'min', 'max', 'attention', 'closed']

/** The filters that do not fit in the bar. */
export function MoreFilters({ query, onChange }: Props) {
  const { filters: words } = usePipelineWords()
  const count = inside.filter((key) => key in query.filters).length
  return (
    <Popover
      label={words.title}
      className="w-88"
      trigger={
        <Button
          look="outline"
          icon={<ListFilter size={14} aria-hidden />}
          className={count > 0 ? 'bg-accent-soft! font-normal text-accent-text!' : 'font-normal'}
        >
          <span className="max-sm:sr-only">{words.title}</span>
          {count > 0 && <span className="tabular-nums">{count}</span>}
        </Button>
      }
    >
      <FilterFields query={query} onChange={onChange} />
    </Popover>
  )
}
