import { ArrowDownUp, Funnel, PanelLeft, SquarePen } from '#web/ui/icons.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { sorts, type ConversationFilters, type Sort } from '#web/screens/inbox/conversation-filters.ts'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { Popover } from '#web/ui/popover.tsx'

const FilterForm = lazyComponent(
  async () => (await import('./filters/filter-form.tsx')).FilterForm,
  <div className="h-80" />,
)

type Props = {
  title: string
  count: number | undefined
  filters: ConversationFilters
  /** The order without an explicit choice; undefined where there is only one order. */
  defaultSort: Sort | undefined
  isFiltering: boolean
  onFiltering: (open: boolean) => void
  onChange: (change: Partial<ConversationFilters>) => void
  onNew: () => void
  /** Undefined where the folders are shown beside the list. */
  onShowFolders: (() => void) | undefined
}

/** The title of the list, with order, filters and a button for new conversations. */
export function ListHeader(props: Props) {
  const { title, count, filters, defaultSort, isFiltering, onFiltering, onChange, onNew, onShowFolders } = props
  const words = useInboxWords()
  const { create } = useConversationWords()
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
          <span className="sr-only"> {words.folders.conversations}</span>
        </span>
      )}
      <span className="flex-1" />
      {defaultSort && (
        <SortMenu value={filters.sort ?? defaultSort} initial={defaultSort} onChange={(sort) => onChange({ sort })} />
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
      <IconButton label={create.open} aria-keyshortcuts="c" aria-haspopup="dialog" onClick={onNew}>
        <SquarePen size={16} aria-hidden />
      </IconButton>
    </header>
  )
}

function SortMenu({
  value,
  initial,
  onChange,
}: {
  value: Sort
  initial: Sort
  onChange: (sort: Sort | undefined) => void
}) {
  const { sort: words } = useInboxWords()
  const trigger = (
    <IconButton
      label={`${words.title}: ${words.orders[value]}`}
      className={cx(value !== initial && 'text-accent-text!')}
    >
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
        onChange={(next) => onChange(next === initial ? undefined : next)}
        closes
      />
    </Menu>
  )
}

export const headerClass = 'flex h-14 shrink-0 items-center gap-1 pr-2 pl-3'
