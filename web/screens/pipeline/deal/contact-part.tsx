import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { ChevronRight, MessageSquare, UserPlus } from 'lucide-react'
import { useRead } from '#web/query.ts'
import { ContactCard } from '#web/parts/contact-card.tsx'
import { ContactPicker } from '#web/parts/contact-picker.tsx'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Deal } from './deal.ts'
import { useSave } from './deal-acts.ts'
import { Part } from './fact.tsx'
import { useDealWords } from './words.ts'

/** Who it is about, and where one talks with them. */
export function ContactPart({ deal }: { deal: Deal }) {
  const words = useDealWords()
  const { id: account_id } = useAccount()
  const { contact } = deal
  return (
    <Part title={words.sections.contact}>
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
        </div>
      ) : (
        <LinkContact deal={deal} />
      )}
    </Part>
  )
}

/** The latest conversation with the contact. */
function ConversationLink({ contact_id }: { contact_id: string }) {
  const words = useDealWords()
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

function LinkContact({ deal }: { deal: Deal }) {
  const words = useDealWords()
  const [isFinding, find] = useState(false)
  const save = useSave(deal)
  if (!isFinding)
    return (
      <Button look="outline" size="sm" icon={<UserPlus size={14} aria-hidden />} onClick={() => find(true)}>
        {words.linkContact}
      </Button>
    )
  const link = async (contact: NonNullable<Deal['contact']>) => {
    const refused = await save({ contact_id: contact.id }, { contact })
    if (refused) toast.bad(refused)
  }
  return <ContactPicker label={words.findContact} except="" onPick={(contact) => void link(contact)} />
}

const rowClass = cx('flex min-h-9 items-center gap-2 rounded-lg px-2 py-1.5 hover:bg-hover pointer-coarse:min-h-11')
