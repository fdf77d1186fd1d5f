import { Link } from '@tanstack/react-router'
import type { Contact } from '#web/api.ts'
import { LabelChip } from '#web/parts/label-chip.tsx'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'

/** One contact; the whole row leads to it. Which cells show is up to the width of the list. */
export function ContactRow({ contact, isOpen }: { contact: Contact; isOpen: boolean }) {
  const { id: account_id } = useAccount()
  const time = useTime()
  return (
    <div role="row" className={cx('contact-row contact-entry', isOpen && 'bg-accent-soft!')}>
      <div role="cell" className="cell-name flex items-center gap-3">
        <Avatar name={contact.name} />
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
        <time dateTime={contact.created_at} title={time.full(contact.created_at)}>
          {time.ago(contact.created_at)}
        </time>
      </div>
    </div>
  )
}
