import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { FunnelX, Tag } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { LabelChip } from '#web/parts/label-chip.tsx'
import { LabelPicker } from '#web/parts/label-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { isFiltered, type readFilters } from './contact-filters.ts'
import { PeriodFilter } from './period-filter.tsx'

type Filters = ReturnType<typeof readFilters>
type Props = {
  filters: Filters
  onChange: (filters: Filters) => void
  searchRef: RefObject<HTMLInputElement | null>
}

export function Toolbar({ filters, onChange, searchRef }: Props) {
  const { contacts: words } = useWords()
  const { label = [] } = filters
  const setLabels = (next: string[]) => onChange({ ...filters, label: next })
  const remove = (title: string) => setLabels(label.filter((each) => each !== title))

  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 pb-3 sm:px-5">
      <div className="flex w-full @2xl:w-80">
        <Search filters={filters} onChange={onChange} searchRef={searchRef} />
      </div>
      <LabelPicker
        value={label}
        onAdd={(title) => setLabels([...label, title])}
        onRemove={remove}
        trigger={
          <Button look="outline" icon={<Tag size={14} aria-hidden />} aria-label={words.labels} className="font-normal">
            {words.labels}
          </Button>
        }
      />
      {label.map((title) => (
        <LabelChip key={title} title={title} onRemove={() => remove(title)} />
      ))}
      <PeriodFilter filters={filters} onChange={onChange} />
      {isFiltered(filters) && (
        <Button icon={<FunnelX size={15} aria-hidden />} onClick={() => onChange({})}>
          <span className="max-sm:sr-only">{words.clearFilters}</span>
        </Button>
      )}
    </div>
  )
}

/** Typing shows at once; the address and the list follow when the typing rests. */
function Search({ filters, onChange, searchRef }: Props) {
  const { contacts: words, common } = useWords()
  const { q = '' } = filters
  const [text, setText] = useState(q)
  useEffect(() => setText((now) => (now.trim() === q ? now : q)), [q])
  useDebounced(text.trim(), (settled) => settled !== q && onChange({ ...filters, q: settled }))

  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && text) setText('')
    else if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-row]')?.focus()
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
