import { useRef, useState } from 'react'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useWords } from '#web/i18n.ts'
import { usePages } from '#web/query.ts'
import { cx } from '#web/ui/cx.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { useTitle } from '#web/ui/use-title.ts'
import { asInput, type ContactFilters } from './contact-filters.ts'
import { ContactsHeader } from './contacts-header.tsx'
import { CreateContact } from './create/create-contact.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { ContactList } from './list/contact-list.tsx'
import { Toolbar } from './toolbar.tsx'

/** All contacts, and beside them the one that is open. */
export function Contacts() {
  const { contacts: words } = useWords()
  const { contact_id } = useParams({ strict: false })
  const filters = useSearch({ from: '/app/$account_id/contacts' })
  const list = usePages('search_contacts', { ...asInput(filters), limit: 50 })
  const change = useChangeFilters()
  const search = useRef<HTMLInputElement>(null)
  const [window, open] = useState<'create' | 'import'>()
  const close = () => open(undefined)
  useTitle(words.title)
  useHotkeys({ '/': () => search.current?.focus(), c: () => open('create') })

  return (
    <div className="flex h-full">
      {contact_id && <h1 className="sr-only lg:hidden">{words.title}</h1>}
      <section
        aria-label={words.title}
        className={cx('@container flex min-w-0 flex-1 flex-col', contact_id && 'max-lg:hidden')}
      >
        <ContactsHeader filters={filters} onCreate={() => open('create')} onImport={() => open('import')} />
        <Toolbar filters={filters} onChange={change} searchRef={search} />
        <ContactList
          list={list}
          filters={filters}
          onClear={() => change({})}
          onCreate={() => open('create')}
          onImport={() => open('import')}
        />
      </section>
      <Outlet />
      <CreateContact open={window === 'create'} onClose={close} />
      <ImportDialog open={window === 'import'} onClose={close} />
    </div>
  )
}

/** Filters live in the address, so a view can be shared and the back button works. */
function useChangeFilters() {
  const navigate = useNavigate()
  return (next: ContactFilters) => void navigate({ to: '.', search: () => next, replace: true })
}
