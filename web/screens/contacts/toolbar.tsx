import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { ArrowDownUp, FunnelX, Tag } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { LabelPicker } from '#web/features/labels/label-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { clearFilters, isFiltered, type ContactFilters } from './contact-filters.ts'
import { MoreFilters } from './filters/more-filters.tsx'
import { PeriodFilter } from './filters/period-filter.tsx'
import { SavedViews } from './views/saved-views.tsx'
import { useContactsScreenWords } from './words.ts'

type Props = {
  filters: ContactFilters
  onChange: (filters: ContactFilters) => void
  searchRef: RefObject<HTMLInputElement | null>
}

/** Search, filters and order of the list. */
export function Toolbar({ filters, onChange, searchRef }: Props) {
  const { filters: words } = useContactsScreenWords()
  const { label = [], sort = '-created_at' } = filters
  const setLabels = (next: string[]) => onChange({ ...filters, label: next })
  const remove = (title: string) => setLabels(label.filter((each) => each !== title))

  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3 md:px-5">
      <div className="flex w-full @5xl:w-72">
        <Search filters={filters} onChange={onChange} searchRef={searchRef} />
      </div>
      {/* On narrow screens the filters are one line that scrolls, so that the list starts at the same height. */}
      <div className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-px *:shrink-0 @5xl:contents max-@5xl:w-[calc(100%+2rem)]">
        <SavedViews filters={filters} onChange={onChange} />
        <LabelPicker
          value={label}
          onAdd={(title) => setLabels([...label, title])}
          onRemove={remove}
          trigger={
            <Button
              look="outline"
              icon={<Tag size={14} aria-hidden />}
              aria-label={words.labels}
              className="font-normal"
            >
              {words.labels}
            </Button>
          }
        />
        {label.map((title) => (
          <LabelChip key={title} title={title} onRemove={() => remove(title)} />
        ))}
        <PeriodFilter filters={filters} onChange={onChange} />
        <MoreFilters filters={filters} onChange={onChange} />
        <Select
          label={words.sort}
          value={sort}
          choices={words.sorts}
          icon={<ArrowDownUp size={14} aria-hidden />}
          marked={sort !== '-created_at'}
          onChange={(next) => onChange(next === '-created_at' ? unsorted(filters) : { ...filters, sort: next })}
        />
        {isFiltered(filters) && (
          <Button icon={<FunnelX size={15} aria-hidden />} onClick={() => onChange(clearFilters(filters))}>
            <span className="max-sm:sr-only">{words.clear}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

const unsorted = ({ sort: _sort, ...others }: ContactFilters): ContactFilters => others

/** The search field. URL and list are updated when the typing pauses. */
function Search({ filters, onChange, searchRef }: Props) {
  const { common } = useWords()
  const { search } = useContactsScreenWords()
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
      label={search}
      clearLabel={common.clear}
      value={text}
      onChange={setText}
      onKeyDown={keys}
      hotkey="/"
    />
  )
}
