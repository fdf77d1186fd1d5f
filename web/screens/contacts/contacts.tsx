import { lazy, Suspense, useRef, useState } from 'react'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Combine, Download, Plus, Search, Upload } from 'lucide-react'
import { useCommands } from '#web/commands/commands.ts'
import { useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { useTitle } from '#web/ui/use-title.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useChosen } from './bulk/use-chosen.ts'
import { cleared, type Kept } from './contact-filters.ts'
import { ContactsHeader } from './contacts-header.tsx'
import { CreateContact } from './create/create-contact.tsx'
import { ContactList } from './list/contact-list.tsx'
import { useContactPages } from './list/use-contact-pages.ts'
import { Toolbar } from './toolbar.tsx'
import { useDownload } from './use-download.ts'

const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }))

/** All contacts, and beside them the one that is open. */
export function Contacts() {
  const { contacts: words } = useWords()
  const { contact_id } = useParams({ strict: false })
  const filters = useSearch({ from: '/app/$account_id/contacts' })
  const list = useContactPages(filters)
  const chosen = useChosen(list.items)
  const change = useChangeFilters()
  const search = useRef<HTMLInputElement>(null)
  const [window, open] = useState<'create' | 'import'>()
  const [wasImporting, wantImport] = useState(false)
  const download = useDownload(filters)
  const acts = {
    onCreate: () => open('create'),
    onImport: () => {
      wantImport(true)
      open('import')
    },
    onExport: () => download.mutate(),
    onDuplicates: useOpenDuplicates(),
  }
  useTitle(words.title)
  useCommands([
    { name: words.search, key: '/', icon: Search, run: () => search.current?.focus() },
    { name: words.create.open, key: 'c', icon: Plus, run: acts.onCreate },
    { name: words.import.open, icon: Upload, run: acts.onImport },
    { name: words.export, icon: Download, run: acts.onExport },
    { name: words.duplicates.open, icon: Combine, run: acts.onDuplicates },
  ])

  return (
    <div className="flex h-full">
      {contact_id && <h1 className="sr-only lg:hidden">{words.title}</h1>}
      <section
        aria-label={words.title}
        className={cx('@container flex min-w-0 flex-1 flex-col', contact_id && 'max-lg:hidden')}
      >
        <ContactsHeader filters={filters} isDownloading={download.isPending} {...acts} />
        {chosen.size > 0 ? (
          <BulkBar chosen={chosen} />
        ) : (
          <Toolbar filters={filters} onChange={change} searchRef={search} />
        )}
        <ContactList
          list={list}
          filters={filters}
          chosen={chosen}
          onClear={() => change(cleared(filters))}
          onCreate={acts.onCreate}
          onImport={acts.onImport}
        />
      </section>
      <Outlet />
      <CreateContact open={window === 'create'} onClose={() => open(undefined)} />
      <Suspense>{wasImporting && <ImportDialog open={window === 'import'} onClose={() => open(undefined)} />}</Suspense>
    </div>
  )
}

/** Filters live in the address, so a view can be shared and the back button works. */
function useChangeFilters() {
  const navigate = useNavigate()
  return (next: Kept) => void navigate({ to: '.', search: () => next, replace: true })
}

function useOpenDuplicates() {
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return () => void navigate({ to: '/app/$account_id/contacts/duplicates', params: { account_id } })
}
