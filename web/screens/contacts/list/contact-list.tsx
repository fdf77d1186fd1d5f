import { useRef } from 'react'
import { useParams } from '@tanstack/react-router'
import { useWords } from '#web/i18n.ts'
import { More } from '#web/parts/more.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Chosen } from '#web/screens/contacts/bulk/use-chosen.ts'
import { isFiltered, type Kept } from '#web/screens/contacts/contact-filters.ts'
import { ContactRow } from './contact-row.tsx'
import { Failed, Loading, Nothing } from './list-states.tsx'
import type { ContactPages } from './use-contact-pages.ts'
import { useRowKeys } from './use-row-keys.ts'
import './contact-list.css'

type Props = {
  list: ContactPages
  filters: Kept
  chosen: Chosen
  onClear: () => void
  onCreate: () => void
  onImport: () => void
}

export function ContactList({ list, filters, chosen, ...acts }: Props) {
  const { contacts: words } = useWords()
  const { contact_id } = useParams({ strict: false })
  const scroller = useRef<HTMLDivElement>(null)
  const { items, isPlaceholderData } = list
  const walk = useRowKeys(scroller, chosen.turn)

  return (
    <div
      ref={scroller}
      onKeyDown={walk}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line"
    >
      <p role="status" className="sr-only">
        {items && !isPlaceholderData && words.shown(items.length)}
      </p>
      {!items && list.isError && (
        <Failed error={list.error} onRetry={list.refetch} onClear={isFiltered(filters) ? acts.onClear : undefined} />
      )}
      {!items && !list.isError && <Loading />}
      {items?.length === 0 && <Nothing filters={filters} {...acts} />}
      {items && items.length > 0 && (
        <>
          <div
            role="table"
            aria-label={words.title}
            aria-busy={isPlaceholderData}
            className={cx('transition-opacity', isPlaceholderData && 'opacity-50')}
          >
            <Heading />
            <div role="rowgroup">
              {items.map((contact) => (
                <ContactRow
                  key={contact.id}
                  contact={contact}
                  isOpen={contact.id === contact_id}
                  isChosen={chosen.has(contact.id)}
                  isChoosing={chosen.size > 0}
                  onTurn={() => chosen.turn(contact.id)}
                />
              ))}
            </div>
          </div>
          <More list={list} />
        </>
      )}
    </div>
  )
}

function Heading() {
  const { columns } = useWords().contacts
  return (
    <div role="rowgroup" className="contact-heading">
      <div role="row" className="contact-row h-8 items-center text-xs font-medium text-ink-3">
        <span role="columnheader" className="cell-name">
          {columns.name}
        </span>
        <span role="columnheader" className="cell-phone">
          {columns.phone}
        </span>
        <span role="columnheader" className="cell-email">
          {columns.email}
        </span>
        <span role="columnheader" className="cell-place">
          {columns.place}
        </span>
        <span role="columnheader" className="cell-labels">
          {columns.labels}
        </span>
        <span role="columnheader" className="cell-time">
          {columns.created}
        </span>
      </div>
    </div>
  )
}
