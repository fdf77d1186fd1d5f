import { Link } from '@tanstack/react-router'
import type { Contact } from '#web/app/api.ts'
import { useAccount } from '#web/app/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import type { ContactColumn } from './columns.tsx'

type Props = {
  contact: Contact
  /** The columns besides the name. */
  columns: readonly ContactColumn[]
  isOpen: boolean
  isSelected: boolean
  isSelecting: boolean
  onToggle: () => void
}

/** One contact; the whole row is a link. The width of the list decides which cells are shown. */
export function ContactRow({ contact, columns, isOpen, isSelected, isSelecting, onToggle }: Props) {
  const { id: account_id } = useAccount()
  const { bulk } = useContactsScreenWords()
  const { blocked } = useContactWords()
  return (
    <div role="row" className={cx('group/row contact-row contact-entry', (isOpen || isSelected) && 'bg-accent-soft!')}>
      <div role="cell" className="cell-name flex items-center gap-3">
        <span className="relative grid size-8 shrink-0 place-items-center">
          <span
            className={cx('contents', isSelecting ? 'hidden!' : 'group-focus-within/row:hidden group-hover/row:hidden')}
          >
            <Avatar name={contact.name} src={contact.avatar_url} />
          </span>
          <span
            className={cx(
              'z-1',
              !isSelecting && 'absolute opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100',
            )}
          >
            <Checkbox label={bulk.select(contact.name)} checked={isSelected} onChange={onToggle} />
          </span>
        </span>
        <div className="min-w-0">
          <Link
            to="/app/$account_id/contacts/$contact_id"
            params={{ account_id, contact_id: contact.id }}
            search={true}
            data-row={contact.id}
            aria-current={isOpen ? 'true' : undefined}
            onClick={() => isOpen && document.getElementById('contact-pane')?.focus()}
            className="row-link block truncate text-base font-medium"
          >
            {contact.name}
          </Link>
          <div className="truncate text-xs text-ink-3">
            {contact.blocked && <span className="mr-1.5 font-medium text-danger-text">{blocked}</span>}
            <span className="name-reach">{contact.phone_number ?? contact.email}</span>
            <span className="name-work">{[contact.job_title, contact.company_name].filter(Boolean).join(' · ')}</span>
          </div>
        </div>
      </div>
      {columns.map(({ key, className, show }) => (
        <div key={key} role="cell" className={className}>
          {show(contact)}
        </div>
      ))}
    </div>
  )
}
