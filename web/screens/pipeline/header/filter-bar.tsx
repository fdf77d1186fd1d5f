import { useEffect, useState, type KeyboardEvent, type Ref } from 'react'
import { FunnelX } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { isFiltered, type ActiveFilters, unfiltered } from '#web/screens/pipeline/pipeline-filters.ts'
import type { BoardQuery } from '#web/screens/pipeline/board-query.ts'
import type { useTotals } from '#web/screens/pipeline/use-totals.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { ConditionChips } from './condition-chips.tsx'
import { MoreFilters } from './more-filters.tsx'
import { OwnerFilter } from './owner-filter.tsx'
import { SavedViews } from './saved-views.tsx'
import { Summary } from './summary.tsx'

type Props = {
  query: BoardQuery
  totals: ReturnType<typeof useTotals>
  onChange: (filters: ActiveFilters) => void
  searchRef: Ref<HTMLInputElement>
}

/** Search, filters and totals. */
export function FilterBar({ query, totals, onChange, searchRef }: Props) {
  const words = usePipelineWords()
  const { filters } = query
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2 md:px-5">
      <div className="flex min-w-0 flex-1 sm:w-72 sm:flex-none">
        <Search filters={filters} onChange={onChange} searchRef={searchRef} />
      </div>
      <div className="max-sm:hidden">
        <OwnerFilter filters={filters} onChange={onChange} />
      </div>
      <MoreFilters query={query} onChange={onChange} />
      <SavedViews query={query} onChange={onChange} />
      {isFiltered(filters) && (
        <Button
          icon={<FunnelX size={15} aria-hidden />}
          aria-label={words.filters.clear}
          onClick={() => onChange(unfiltered(filters))}
        >
          <span className="max-lg:sr-only">{words.filters.clear}</span>
        </Button>
      )}
      <Summary kind={query.kind} total={totals.all} />
      {filters.where && <ConditionChips query={query} where={filters.where} onChange={onChange} />}
    </div>
  )
}

type FilterProps = { filters: ActiveFilters; onChange: (filters: ActiveFilters) => void }

/** Updates the address and the board only after a pause in typing. */
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
