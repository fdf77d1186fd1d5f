import { Link } from '@tanstack/react-router'
import type { Contact } from '#web/api.ts'
import { Ago } from '#web/parts/ago.tsx'
import { LabelChip } from '#web/parts/label-chip.tsx'
import { useAccount } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'

type Props = { contact: Contact; isOpen: boolean; isChosen: boolean; isChoosing: boolean; onTurn: () => void }

/** One contact; the whole row leads to it. Which cells show is up to the width of the list. */
export function ContactRow({ contact, isOpen, isChosen, isChoosing, onTurn }: Props) {
  const { id: account_id } = useAccount()
  const { bulk, blocked } = useContactWords()
  return (
    <div role="row" className={cx('group/row contact-row contact-entry', (isOpen || isChosen) && 'bg-accent-soft!')}>
      <div role="cell" className="cell-name flex items-center gap-3">
        <span className="relative grid size-8 shrink-0 place-items-center">
          <span
            className={cx('contents', isChoosing ? 'hidden!' : 'group-focus-within/row:hidden group-hover/row:hidden')}
          >
            <Avatar name={contact.name} />
          </span>
          <span
            className={cx(
              'z-1',
              !isChoosing && 'absolute opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100',
            )}
          >
            <Checkbox label={bulk.select(contact.name)} checked={isChosen} onChange={onTurn} />
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
      <div role="cell" className="cell-phone truncate text-sm text-ink-2 tabular-nums">
        {contact.phone_number}
      </div>
      <div role="cell" className="cell-email truncate text-sm text-ink-2">
        {contact.email}
      </div>
      <div role="cell" className="cell-place truncate text-sm text-ink-2">
        {[contact.city, contact.country].filter(Boolean).join(', ')}
      </div>
      <div role="cell" className="cell-labels">
        {contact.labels.slice(0, 2).map((title) => (
          <LabelChip key={title} title={title} />
        ))}
        {contact.labels.length > 2 && <span className="text-xs text-ink-3">+{contact.labels.length - 2}</span>}
      </div>
      <div role="cell" className="cell-time text-xs text-ink-3">
        <Ago at={contact.created_at} />
      </div>
    </div>
  )
}
