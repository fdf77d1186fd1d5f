import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { FunnelX, SlidersHorizontal } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Popover } from '#web/ui/popover.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { isFiltered, type Operation, type PropertyFilters } from '#web/screens/properties/property-filters.ts'
import { usePropertiesWords } from '#web/screens/properties/words.ts'
import { FilterForm } from './filter-form.tsx'

type Props = {
  filters: PropertyFilters
  onChange: (filters: PropertyFilters) => void
  searchRef: RefObject<HTMLInputElement | null>
}

export function PropertyToolbar({ filters, onChange, searchRef }: Props) {
  const words = usePropertiesWords()
  const [open, setOpen] = useState(false)
  const { q: _q, operation, ...more } = filters
  const count = Object.keys(more).length
  const setOperation = (next: Operation | 'any') => {
    const { operation: _gone, ...others } = filters
    onChange(next === 'any' ? others : { ...others, operation: next })
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2 md:px-5">
      <div className="flex w-full @2xl:w-80">
        <SearchBox filters={filters} onChange={onChange} searchRef={searchRef} />
      </div>
      <Select<Operation | 'any'>
        label={words.fields.operation}
        value={operation ?? 'any'}
        choices={{ any: words.anyOperation, venta: words.operations.venta, arriendo: words.operations.arriendo }}
        onChange={setOperation}
        marked={Boolean(operation)}
      />
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={words.filters}
        className="w-96"
        trigger={
          <Button
            look="outline"
            icon={<SlidersHorizontal size={14} aria-hidden />}
            className={cx('font-normal', count > 0 && 'bg-accent-soft! text-accent-text!')}
          >
            {count > 0 ? words.filtersCount(count) : words.filters}
          </Button>
        }
      >
        <FilterForm
          filters={filters}
          onApply={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Popover>
      {isFiltered(filters) && (
        <Button icon={<FunnelX size={15} aria-hidden />} aria-label={words.clearFilters} onClick={() => onChange({})}>
          <span className="max-sm:hidden">{words.clearFilters}</span>
        </Button>
      )}
    </div>
  )
}

/** Updates the address and the list only after a pause in typing. */
function SearchBox({ filters, onChange, searchRef }: Props) {
  const { common } = useWords()
  const words = usePropertiesWords()
  const { q = '' } = filters
  const [text, setText] = useState(q)
  useEffect(() => setText((now) => (now.trim() === q ? now : q)), [q])
  useDebounced(text.trim(), (settled) => {
    const { q: _before, ...others } = filters
    if (settled !== q) onChange(settled ? { ...others, q: settled } : others)
  })
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && text) setText('')
    else if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-property] a')?.focus()
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
