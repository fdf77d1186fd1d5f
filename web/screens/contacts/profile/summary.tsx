import { BadgeCheck } from '#web/ui/icons.ts'
import type { Contact, Profile } from '#web/app/api.ts'
import { useSaveContact } from '#web/features/contacts/contact-actions.ts'
import { PastConversations } from '#web/features/contacts/past-conversations.tsx'
import { Sales } from '#web/features/contacts/sales.tsx'
import { ToDo } from '#web/features/contacts/to-do.tsx'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import type { useContactDialogs } from '#web/features/contacts/contact-dialogs.tsx'
import { Attributes } from '#web/features/contacts/attributes/attributes.tsx'
import { Details } from '#web/features/contacts/details.tsx'
import { Notes } from '#web/features/contacts/notes.tsx'
import { Row, Section } from '#web/features/contacts/section.tsx'

type Props = {
  contact: Contact
  profile: Profile | undefined
  dialogs: ReturnType<typeof useContactDialogs>
}

/** The contact's profile. */
export function Summary({ contact, profile, dialogs: { open } }: Props) {
  const { attributes, conversations } = useContactWords()
  const save = useSaveContact(contact.id)
  return (
    <div className="*:first:border-t-0">
      <Details contact={contact} storageKey="contact.details" />
      <Attributes
        title={attributes.title}
        model="contact_attribute"
        values={contact.custom_attributes}
        save={(custom_attributes) => save({ custom_attributes })}
        storageKey="contact.attributes"
      />
      <Sales contact_id={contact.id} onCreate={open} storageKey="contact.sales" />
      <ToDo contact={contact} onSchedule={(about) => open('schedule', about)} storageKey="contact.to-do" />
      <Notes contact_id={contact.id} notes={profile?.notes} storageKey="contact.notes" />
      <PastConversations
        title={conversations.all}
        nothing={conversations.none}
        conversations={profile?.conversations}
        storageKey="contact.conversations"
      />
      {profile && profile.channel_identities.length > 0 && <Channels profile={profile} />}
    </div>
  )
}

/** The contact's identity in each channel. */
function Channels({ profile: { channel_identities } }: { profile: Profile }) {
  const words = useContactWords()
  const { channels } = useConversationWords()
  return (
    <Section title={words.channels} storageKey="contact.channels" initially="closed">
      {channel_identities.map(({ id, inbox, channel, source_id, verified }) => (
        <Row key={id} name={<span title={inbox.name}>{inbox.name}</span>}>
          <p className="flex items-center gap-1.5 px-2 py-1 text-sm">
            <span className="min-w-0 truncate" title={source_id ?? undefined}>
              {[channels[channel], source_id].filter(Boolean).join(' · ')}
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
