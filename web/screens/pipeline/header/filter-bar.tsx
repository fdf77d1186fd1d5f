import { useEffect, useState, type KeyboardEvent, type Ref } from 'react'
import { FunnelX } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { isFiltered, type Kept, unfiltered } from '#web/screens/pipeline/pipeline-filters.ts'
import type { Sales } from '#web/screens/pipeline/sales.ts'
import type { useTotals } from '#web/screens/pipeline/use-totals.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { MoreFilters } from './more-filters.tsx'
import { OwnerFilter } from './owner-filter.tsx'
import { SavedViews } from './saved-views.tsx'
import { Summary } from './summary.tsx'

type Props = {
  sales: Sales
  totals: ReturnType<typeof useTotals>
  onChange: (filters: Kept) => void
  searchRef: Ref<HTMLInputElement>
}

/** What is looked for, and how much of it there is. */
export function FilterBar({ sales, totals, onChange, searchRef }: Props) {
  const words = usePipelineWords()
  const { filters } = sales
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2 md:px-5">
      <div className="flex min-w-0 flex-1 sm:w-72 sm:flex-none">
        <Search filters={filters} onChange={onChange} searchRef={searchRef} />
      </div>
      <div className="max-sm:hidden">
        <OwnerFilter filters={filters} onChange={onChange} />
      </div>
      <MoreFilters sales={sales} onChange={onChange} />
      <SavedViews sales={sales} onChange={onChange} />
      {isFiltered(filters) && (
        <Button
          icon={<FunnelX size={15} aria-hidden />}
          aria-label={words.filters.clear}
          onClick={() => onChange(unfiltered(filters))}
        >
          <span className="max-lg:sr-only">{words.filters.clear}</span>
        </Button>
      )}
      <Summary kind={sales.kind} total={totals.all} />
    </div>
  )
}

type FilterProps = { filters: Kept; onChange: (filters: Kept) => void }

/** Typing shows at once; the address and the board follow when the typing rests. */
function Search({ filters, onChange, searchRef }: FilterProps & { searchRef: Ref<HTMLInputElement> }) {
  const { filters: words } = usePipelineWords()
  const { common } = useWords()
  const { q = '', ...others } = filters
  const [text, setText] = useState(q)
  useEffect(() => setText((now) => (now.trim() === q ? now : q)), [q])
  useDebounced(text.trim(), (settled) => settled !== q && onChange(settled ? { ...others, q: settled } : others))
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && text) setText('')
    else if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-card], [data-row]')?.focus()
  }
  return (
    <SearchField
      ref={searchRef}
      label={words.search}
      clearLabel={common.clear}
      value={text}
      onChange={setText}
      onKeyDown={keys}
      hotkey="/"
    />
  )
}
