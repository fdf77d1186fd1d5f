import { useRef } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Contact } from '#web/app/api.ts'
import { useAccount } from '#web/app/session.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { ColumnHeader } from '#web/ui/columns/column-header.tsx'
import type { Columns } from '#web/ui/columns/use-columns.ts'
import { useRowKeys } from '#web/ui/selection/use-row-keys.ts'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import { isFiltered, type ContactFilters, type Sort } from '#web/screens/contacts/contact-filters.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import type { ContactColumn } from './columns.tsx'
import { ContactRow } from './contact-row.tsx'
import { Failed, Loading, Nothing } from './list-states.tsx'
import type { ContactPages } from './use-contact-pages.ts'
import './contact-list.css'

type ContactColumns = Columns<ContactColumn>

type Props = {
  list: ContactPages
  filters: ContactFilters
  selection: Selection<Contact>
  columns: ContactColumns
  onSort: (sort: Sort) => void
  onClear: () => void
  onCreate: () => void
  onImport: () => void
}

export function ContactList({ list, filters, selection, columns, onSort, ...actions }: Props) {
  const { title, list: words, keys: names } = useContactsScreenWords()
  const { contact_id } = useParams({ strict: false })
  const scroller = useRef<HTMLDivElement>(null)
  const { items, isPlaceholderData } = list
  const others = columns.shown.slice(1)
  const open = useOpen()
  const onKeyDown = useRowKeys({ scroller, names, onToggle: selection.toggle, openId: contact_id, onMove: open })

  return (
    <div
      ref={scroller}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line"
    >
      <p role="status" className="sr-only">
        {items && !isPlaceholderData && words.shown(items.length)}
      </p>
      {!items && list.isError && (
        <Failed error={list.error} onRetry={list.refetch} onClear={isFiltered(filters) ? actions.onClear : undefined} />
      )}
      {!items && !list.isError && <Loading />}
      {items?.length === 0 && <Nothing filters={filters} {...actions} />}
      {items && items.length > 0 && (
        <>
          <div
            role="table"
            aria-label={title}
            aria-busy={isPlaceholderData}
            {...columns.grid}
            className="transition-opacity aria-busy:opacity-50"
          >
            <Heading columns={columns} sort={filters.sort ?? '-created_at'} onSort={onSort} />
            <div role="rowgroup">
              {items.map((contact) => (
                <ContactRow
                  key={contact.id}
                  contact={contact}
                  columns={others}
                  isOpen={contact.id === contact_id}
                  isSelected={selection.ids.has(contact.id)}
                  isSelecting={selection.selected.length > 0}
                  onToggle={() => selection.toggle(contact.id)}
                />
              ))}
            </div>
          </div>
          <LoadMore list={list} />
        </>
      )}
    </div>
  )
}

function useOpen() {
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return (contact_id: string) => {
    const to = '/app/$account_id/contacts/$contact_id'
    void navigate({ to, params: { account_id, contact_id }, search: true, replace: true })
  }
}

type HeadingProps = { columns: ContactColumns; sort: string; onSort: (sort: Sort) => void }

function Heading({ columns, sort, onSort }: HeadingProps) {
  return (
    <div role="rowgroup" className="contact-heading">
      <div role="row" className="contact-row h-8 items-center text-xs font-medium text-ink-3">
        {columns.shown.map((column) => (
          <ColumnHeader
            key={column.key}
            {...{ column, columns, sort }}
            onSort={(next) => onSort(next as Sort)}
            className={column.className.split(' ')[0]!}
          />
        ))}
      </div>
    </div>
  )
}
