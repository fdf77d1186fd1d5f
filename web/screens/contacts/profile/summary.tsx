import { BadgeCheck } from 'lucide-react'
import type { Contact, Profile } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { useSave } from '#web/screens/contacts/contact-acts.ts'
import { PastConversations } from '#web/screens/contacts/conversations/past-conversations.tsx'
import { Sales } from '#web/screens/contacts/sales/sales.tsx'
import { ToDo } from '#web/screens/contacts/sales/to-do.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'
import type { useContactWindows } from '#web/screens/contacts/acts/windows.tsx'
import { Attributes } from './attributes.tsx'
import { Details } from './details.tsx'
import { Notes } from './notes.tsx'
import { Row, Section } from './section.tsx'

type Props = {
  contact: Contact
  profile: Profile | undefined
  windows: ReturnType<typeof useContactWindows>
}

/** What is known of a contact now. */
export function Summary({ contact, profile, windows: { open } }: Props) {
  const { contacts: words } = useWords()
  const { conversations } = useContactWords()
  const save = useSave(contact.id)
  return (
    <div className="*:first:border-t-0">
      <Details contact={contact} folds="contact.details" />
      <Attributes
        title={words.attributes.title}
        model="contact_attribute"
        values={contact.custom_attributes}
        save={(custom_attributes) => save({ custom_attributes })}
        folds="contact.attributes"
      />
      <Sales contact_id={contact.id} onCreate={open} folds="contact.sales" />
      <ToDo contact_id={contact.id} onSchedule={(deal) => open('schedule', deal)} folds="contact.to-do" />
      <Notes contact_id={contact.id} notes={profile?.notes} folds="contact.notes" />
      <PastConversations
        title={conversations.every}
        nothing={conversations.noneAtAll}
        conversations={profile?.conversations}
        folds="contact.conversations"
      />
      {profile && profile.channel_identities.length > 0 && <Channels profile={profile} />}
    </div>
  )
}

/** Who they are in each channel. */
export function Channels({ profile: { channel_identities } }: { profile: Profile }) {
  const words = useContactWords()
  return (
    <Section title={words.channels} folds="contact.channels" usually="closed">
      {channel_identities.map(({ id, inbox, channel, source_id, verified }) => (
        <Row key={id} name={<span title={inbox.name}>{inbox.name}</span>}>
          <p className="flex items-center gap-1.5 px-2 py-1 text-sm">
            <span className="min-w-0 truncate" title={source_id}>
              {words.channelNames[channel]} · {source_id}
            </span>
            {verified && (
              <BadgeCheck size={14} role="img" aria-label={words.verified} className="shrink-0 text-good-text" />
            )}
          </p>
        </Row>
      ))}
    </Section>
  )
}
