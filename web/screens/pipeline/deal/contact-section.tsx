import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Mail, MessageSquare, UserPlus } from '#web/ui/icons.ts'
import { useRead } from '#web/app/query.ts'
import { ContactCard } from '#web/features/contacts/contact-card.tsx'
import { ContactPicker } from '#web/features/contacts/contact-picker.tsx'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Deal } from '#web/features/deals/deal.ts'
import { useSave } from './deal-actions.ts'
import { Section } from './section.tsx'
import { useDrawerWords } from './words.ts'

const NewConversation = lazyComponent(
  async () => (await import('#web/features/conversations/new-conversation.tsx')).NewConversation,
)

/** The contact of a deal and their latest conversation. */
export function ContactSection({ deal }: { deal: Deal }) {
  const words = useDrawerWords()
  const { id: account_id } = useAccount()
  const { contact } = deal
  return (
    <Section title={words.sections.contact}>
      {contact ? (
        <div className="-mx-2">
          <Link
            to="/app/$account_id/contacts/$contact_id"
            params={{ account_id, contact_id: contact.id }}
            className={rowClass}
          >
            <div className="min-w-0 flex-1">
              <ContactCard contact={contact} />
            </div>
            <ChevronRight size={15} aria-hidden className="shrink-0 text-ink-3" />
          </Link>
          <ConversationLink contact_id={contact.id} />
          {contact.email && <WriteMail contact={contact} />}
        </div>
      ) : (
        <LinkContact deal={deal} />
      )}
    </Section>
  )
}

function ConversationLink({ contact_id }: { contact_id: string }) {
  const words = useDrawerWords()
  const { id: account_id } = useAccount()
  const { data } = useRead('get_contact', { contact_id })
  const latest = data?.conversations[0]
  if (data && !latest) return <p className="px-2 py-1 text-sm text-ink-3">{words.noConversation}</p>
  if (!latest) return <div className="h-9" />
  return (
    <Link
      to="/app/$account_id/conversations/$conversation_id"
      params={{ account_id, conversation_id: latest.id }}
      className={rowClass}
    >
      <MessageSquare size={16} aria-hidden className="mx-2 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate text-sm">{words.conversation}</span>
      <ChevronRight size={15} aria-hidden className="shrink-0 text-ink-3" />
    </Link>
  )
}

/** Starts an e-mail conversation with the contact, where the workspace has an e-mail inbox. */
function WriteMail({ contact }: { contact: NonNullable<Deal['contact']> }) {
  const words = useDrawerWords()
  const [isOpen, open] = useState(false)
  const { data } = useRead('list_inboxes', {})
  if (!data?.items.some(({ channel }) => channel === 'email')) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => open(true)}
        className={cx(rowClass, 'w-full text-left')}
      >
        <Mail size={16} aria-hidden className="mx-2 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 truncate text-sm">{words.write}</span>
      </button>
      {isOpen && <NewConversation open onClose={() => open(false)} contact={contact} channel="email" />}
    </>
  )
}

function LinkContact({ deal }: { deal: Deal }) {
  const words = useDrawerWords()
  const [isFinding, find] = useState(false)
  const save = useSave(deal)
  if (!isFinding)
    return (
      <Button look="outline" size="sm" icon={<UserPlus size={14} aria-hidden />} onClick={() => find(true)}>
        {words.linkContact}
      </Button>
    )
  const link = async (contact: NonNullable<Deal['contact']>) => {
    const error = await save({ contact_id: contact.id }, { contact })
    if (error) toast.bad(error)
  }
  return <ContactPicker label={words.findContact} except="" onPick={(contact) => void link(contact)} />
}

const rowClass = cx('flex min-h-9 items-center gap-2 rounded-lg px-2 py-1.5 hover:bg-hover pointer-coarse:min-h-11')
