import { ArrowDownUp, Funnel, PanelLeft, SquarePen } from 'lucide-react'
import { useNumbers } from '#web/numbers.ts'
import { sorts, type Kept, type Sort } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { later } from '#web/ui/later.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { Popover } from '#web/ui/popover.tsx'

const FilterForm = later(async () => (await import('./filters/filter-form.tsx')).FilterForm, <div className="h-80" />)

type Props = {
  title: string
  count: number | undefined
  filters: Kept
  /** The order it has where the address names none; left out where there is only one. */
  usualSort: Sort | undefined
  isFiltering: boolean
  onFiltering: (open: boolean) => void
  onChange: (change: Partial<Kept>) => void
  onNew: () => void
  /** Left out where the folders stand beside the list. */
  onShowFolders: (() => void) | undefined
}

/** What the list shows, and what can be done with it. */
export function ListHeader(props: Props) {
  const { title, count, filters, usualSort, isFiltering, onFiltering, onChange, onNew, onShowFolders } = props
  const words = useInboxWords()
  const format = useNumbers()
  return (
    <header className={headerClass}>
      {onShowFolders && (
        <IconButton label={words.folders.show} onClick={onShowFolders} className="-ml-1">
          <PanelLeft size={17} aria-hidden />
        </IconButton>
      )}
      <h1 className="min-w-0 truncate text-lg font-semibold">{title}</h1>
      {count !== undefined && count > 0 && (
        <span className="text-sm text-ink-3 tabular-nums">
          {format(count)}
          <span className="sr-only"> {words.folders.counted}</span>
        </span>
      )}
      <span className="flex-1" />
      {usualSort && (
        <SortMenu value={filters.sort ?? usualSort} usual={usualSort} onChange={(sort) => onChange({ sort })} />
      )}
      <Popover
        label={words.filters.title}
        open={isFiltering}
        onOpenChange={onFiltering}
        className="w-110"
        trigger={
          <IconButton label={words.filters.title} aria-keyshortcuts="f" className={cx(isFiltering && 'bg-hover!')}>
            <Funnel size={16} aria-hidden />
          </IconButton>
        }
      >
        <FilterForm filters={filters} onChange={onChange} />
      </Popover>
      <IconButton label={words.create.open} aria-keyshortcuts="c" onClick={onNew}>
        <SquarePen size={16} aria-hidden />
      </IconButton>
    </header>
  )
}

function SortMenu({
  value,
  usual,
  onChange,
}: {
  value: Sort
  usual: Sort
  onChange: (sort: Sort | undefined) => void
}) {
  const { sort: words } = useInboxWords()
  const trigger = (
    <IconButton label={`${words.title}: ${words.orders[value]}`} className={cx(value !== usual && 'text-accent-text!')}>
      <ArrowDownUp size={16} aria-hidden />
    </IconButton>
  )
  const choices = Object.fromEntries(sorts.map((each) => [each, words.orders[each]])) as Record<Sort, string>
  return (
    <Menu trigger={trigger}>
      <MenuChoice
        label={words.title}
        value={value}
        choices={choices}
        onChange={(next) => onChange(next === usual ? undefined : next)}
        closes
      />
    </Menu>
  )
}

export const headerClass = 'flex h-14 shrink-0 items-center gap-1 pr-2 pl-3'
