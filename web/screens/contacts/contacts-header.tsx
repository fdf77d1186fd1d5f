import { Combine, Download, Ellipsis, Plus, Table2, Upload } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useRead } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { useColumnsWords } from '#web/ui/columns/words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toInput, isFiltered, type ContactFilters } from './contact-filters.ts'
import { useContactsScreenWords } from './words.ts'

type Props = {
  filters: ContactFilters
  isDownloading: boolean
  onCreate: () => void
  onImport: () => void
  onExport: () => void
  onDuplicates: () => void
  onColumns: () => void
}

export function ContactsHeader({ filters, isDownloading, onCreate, onColumns, ...props }: Props) {
  const { onImport, onExport, onDuplicates } = props
  const { common } = useWords()
  const words = useContactsScreenWords()
  const columnWords = useColumnsWords()
  return (
    <PageHeader title={words.title} aside={<Count filters={filters} />}>
      <Menu
        trigger={
          <IconButton label={common.more} busy={isDownloading}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Upload size={16} aria-hidden />} onSelect={onImport}>
          {common.importCsv}
        </MenuItem>
        <MenuItem icon={<Download size={16} aria-hidden />} onSelect={onExport}>
          {common.exportCsv}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Combine size={16} aria-hidden />} onSelect={onDuplicates}>
          {words.duplicates.open}
        </MenuItem>
        <MenuItem icon={<Table2 size={16} aria-hidden />} onSelect={onColumns}>
          {columnWords.open}
        </MenuItem>
      </Menu>
      <Button look="primary" icon={<Plus size={16} aria-hidden />} aria-haspopup="dialog" onClick={onCreate}>
        {words.create.open}
        <Kbd onAccent>C</Kbd>
      </Button>
    </PageHeader>
  )
}

/** The number of contacts that match the filters. */
function Count({ filters }: { filters: ContactFilters }) {
  const { filters: words } = useContactsScreenWords()
  const format = useNumbers()
  const { data } = useRead('count_contacts', toInput(filters), { enabled: isFiltered(filters), keepsPrevious: true })
  if (!data || !isFiltered(filters)) return null
  return (
    <span role="status" className="text-sm text-ink-3 tabular-nums max-sm:sr-only">
      {words.found(format(data.count), data.count === 1)}
    </span>
  )
}
