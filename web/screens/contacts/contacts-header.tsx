import { Combine, Download, Ellipsis, Plus, Upload } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { asInput, isFiltered, type Kept } from './contact-filters.ts'
import { useContactWords } from './words.ts'

type Props = {
  filters: Kept
  isDownloading: boolean
  onCreate: () => void
  onImport: () => void
  onExport: () => void
  onDuplicates: () => void
}

export function ContactsHeader({ filters, isDownloading, onCreate, onImport, onExport, onDuplicates }: Props) {
  const { contacts: words, common } = useWords()
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
          {words.import.open}
        </MenuItem>
        <MenuItem icon={<Download size={16} aria-hidden />} onSelect={onExport}>
          {words.export}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Combine size={16} aria-hidden />} onSelect={onDuplicates}>
          {words.duplicates.open}
        </MenuItem>
      </Menu>
      <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={onCreate}>
        {words.create.open}
        <Kbd onAccent>C</Kbd>
      </Button>
    </PageHeader>
  )
}

/** How many the filters leave. */
function Count({ filters }: { filters: Kept }) {
  const { filters: words } = useContactWords()
  const format = useNumbers()
  const { data } = useRead('count_contacts', asInput(filters), { enabled: isFiltered(filters), keepsPrevious: true })
  if (!data || !isFiltered(filters)) return null
  return (
    <span role="status" className="text-sm text-ink-3 tabular-nums max-sm:sr-only">
      {words.found(format(data.count), data.count === 1)}
    </span>
  )
}
