import { lazy, Suspense, useRef, useState } from 'react'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Combine, Download, Plus, Search, Table2, Upload } from '#web/ui/icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useAccount } from '#web/app/session.ts'
import { ColumnsDialog } from '#web/ui/columns/columns-dialog.tsx'
import { useColumns } from '#web/ui/columns/use-columns.ts'
import { useColumnsWords } from '#web/ui/columns/words.ts'
import { cx } from '#web/ui/cx.ts'
import { useTitle } from '#web/ui/use-title.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useSelection } from '#web/ui/selection/use-selection.ts'
import { useExport } from '#web/features/import/use-export.ts'
import { useWords } from '#web/app/i18n.ts'
import { clearFilters, toInput, type ContactFilters } from './contact-filters.ts'
import { ContactsHeader } from './contacts-header.tsx'
import { CreateContact } from './create/create-contact.tsx'
import { useContactColumns } from './list/columns.tsx'
import { ContactList } from './list/contact-list.tsx'
import { useContactPages } from './list/use-contact-pages.ts'
import { Toolbar } from './toolbar.tsx'
import { useContactsScreenWords } from './words.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('#web/features/import/import-dialog.tsx')).ImportDialog,
}))

/** The list of contacts, with the open contact beside it. */
export function Contacts() {
  const words = useContactsScreenWords()
  const { contact_id } = useParams({ strict: false })
  const filters = useSearch({ from: '/app/$account_id/contacts' })
  const { sort: _sort, ...unsorted } = filters
  const list = useContactPages(filters)
  const selection = useSelection(list.items ?? [])
  const change = useChangeFilters()
  const search = useRef<HTMLInputElement>(null)
  const [dialog, open] = useState<'create' | 'import' | 'columns'>()
  const [isImportMounted, mountImport] = useState(false)
  const { common } = useWords()
  const allColumns = useContactColumns()
  const columns = useColumns('contacts', allColumns)
  const columnWords = useColumnsWords()
  const download = useExport('export_contacts', words.title, toInput(filters))
  const actions = {
    onCreate: () => open('create'),
    onImport: () => {
      mountImport(true)
      open('import')
    },
    onExport: () => download.mutate(),
    onDuplicates: useOpenDuplicates(),
    onColumns: () => open('columns'),
  }
  useTitle(words.title)
  useCommands([
    {
      name: words.search,
      key: '/',
      icon: Search,
      run: () => search.current?.focus(),
      isPossible: () => search.current?.checkVisibility() === true,
    },
    { name: words.create.open, key: 'c', icon: Plus, run: actions.onCreate },
    { name: common.importCsv, icon: Upload, run: actions.onImport },
    { name: common.exportCsv, icon: Download, run: actions.onExport },
    { name: words.duplicates.open, icon: Combine, run: actions.onDuplicates },
    { name: columnWords.open, icon: Table2, run: actions.onColumns },
  ])

  return (
    <div className="flex h-full">
      {contact_id && <h1 className="sr-only lg:hidden">{words.title}</h1>}
      <section
        aria-label={words.title}
        className={cx('@container flex min-w-0 flex-1 flex-col', contact_id && 'max-lg:hidden')}
      >
        <ContactsHeader filters={filters} isDownloading={download.isPending} {...actions} />
        <Toolbar filters={filters} onChange={change} searchRef={search} />
        <ContactList
          list={list}
          filters={filters}
          selection={selection}
          columns={columns}
          onSort={(sort) => change(sort === '-created_at' ? unsorted : { ...filters, sort })}
          onClear={() => change(clearFilters(filters))}
          onCreate={actions.onCreate}
          onImport={actions.onImport}
        />
        {selection.selected.length > 0 && <BulkBar selection={selection} listed={list.items ?? []} />}
      </section>
      <Outlet />
      <ColumnsDialog open={dialog === 'columns'} onClose={() => open(undefined)} all={allColumns} columns={columns} />
      <CreateContact open={dialog === 'create'} onClose={() => open(undefined)} />
      <Suspense>
        {isImportMounted && <ImportDialog kind="contacts" open={dialog === 'import'} onClose={() => open(undefined)} />}
      </Suspense>
    </div>
  )
}

/** Filters live in the URL, so that a list can be shared and the back button works. */
function useChangeFilters() {
  const navigate = useNavigate()
  return (next: ContactFilters) => void navigate({ to: '.', search: () => next, replace: true })
}

function useOpenDuplicates() {
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return () => void navigate({ to: '/app/$account_id/contacts/duplicates', params: { account_id } })
}
