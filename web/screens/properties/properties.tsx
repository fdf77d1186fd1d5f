import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ellipsis, FunnelX, Search, Upload } from '#web/ui/icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useWords } from '#web/app/i18n.ts'
import { usePages } from '#web/app/query.ts'
import { CreateButton } from '#web/ui/create-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useSelection } from '#web/ui/selection/use-selection.ts'
import { useTitle } from '#web/ui/use-title.ts'
import { BulkBar } from './list/bulk-bar.tsx'
import { Gallery } from './list/gallery.tsx'
import { PropertyToolbar } from './list/property-toolbar.tsx'
import { toInput, isFiltered, type PropertyFilters } from './property-filters.ts'
import { usePropertiesWords } from './words.ts'

const EditProperty = lazy(async () => ({ default: (await import('./edit/edit-property.tsx')).EditProperty }))
const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }))

/** Properties for sale and rent as a gallery. */
export function Properties() {
  const words = usePropertiesWords()
  const { common } = useWords()
  const filters = useSearch({ from: '/app/$account_id/properties' })
  const list = usePages('list_crm_properties', { ...toInput(filters), limit: 48 })
  const change = useChange()
  const selection = useSelection(list.items ?? [])
  const [openDialog, show] = useState<'create' | 'import'>()
  const [last, setLast] = useState<'create' | 'import'>()
  if (openDialog && openDialog !== last) setLast(openDialog)
  const search = useRef<HTMLInputElement>(null)
  useTitle(words.title)
  useCommands([
    { name: words.search, key: '/', icon: Search, run: () => search.current?.focus() },
    { name: words.import.open, icon: Upload, run: () => show('import') },
    ...(isFiltered(filters) ? [{ name: words.clearFilters, icon: FunnelX, run: () => change({}) }] : []),
  ])
  const close = () => show(undefined)

  return (
    <div className="@container flex h-full min-w-0 flex-col">
      <PageHeader title={words.title}>
        <Menu
          trigger={
            <IconButton label={common.more}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Upload size={16} aria-hidden />} onSelect={() => show('import')}>
            {words.import.open}
          </MenuItem>
        </Menu>
        <CreateButton label={words.create.open} onCreate={() => show('create')} />
      </PageHeader>
      <PropertyToolbar filters={filters} onChange={change} searchRef={search} />
      <Gallery
        list={list}
        isFiltered={isFiltered(filters)}
        selection={selection}
        onClear={() => change({})}
        onCreate={() => show('create')}
        onImport={() => show('import')}
      />
      {selection.selected.length > 0 && <BulkBar selection={selection} listed={list.items ?? []} />}
      <Suspense>
        {last === 'create' && <EditProperty edited={openDialog === 'create' ? 'new' : undefined} onClose={close} />}
        {last === 'import' && <ImportDialog open={openDialog === 'import'} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Filters live in the address, so that a view can be shared and the back button works. */
function useChange() {
  const navigate = useNavigate()
  return (next: PropertyFilters) => void navigate({ to: '.', search: () => next, replace: true })
}
