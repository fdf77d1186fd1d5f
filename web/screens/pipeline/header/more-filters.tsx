import { ListFilter } from 'lucide-react'
import type { Kept } from '#web/screens/pipeline/pipeline-filters.ts'
import type { Sales } from '#web/screens/pipeline/sales.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { later } from '#web/ui/later.tsx'
import { Popover } from '#web/ui/popover.tsx'

const FilterFields = later(async () => (await import('./filter-fields.tsx')).FilterFields, <div className="h-96" />)

type Props = { sales: Sales; onChange: (filters: Kept) => void }

const inside = ['stage', 'label', 'source', 'from', 'to', 'close_from', 'close_to', 'min', 'max', 'attention', 'closed']

/** Everything else that can be looked for. */
export function MoreFilters({ sales, onChange }: Props) {
  const { filters: words } = usePipelineWords()
  const count = inside.filter((key) => key in sales.filters).length
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
      <FilterFields sales={sales} onChange={onChange} />
    </Popover>
  )
}
