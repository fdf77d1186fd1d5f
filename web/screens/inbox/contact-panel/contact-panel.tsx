import { useNavigate } from '@tanstack/react-router'
import type { Contact, Profile } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { ContactMenu } from '#web/features/contacts/contact-menu.tsx'
import { useContactCommands } from '#web/features/contacts/use-contact-commands.ts'
import { ContactDialogs, useContactDialogs } from '#web/features/contacts/contact-dialogs.tsx'
import { Attributes } from '#web/features/contacts/attributes/attributes.tsx'
import { Details } from '#web/features/contacts/details.tsx'
import { Notes } from '#web/features/contacts/notes.tsx'
import { ProfileSkeleton } from '#web/features/contacts/profile-skeleton.tsx'
import { ProfileHeader } from '#web/features/contacts/profile-header.tsx'
import { Sales } from '#web/features/contacts/sales.tsx'
import { ToDo } from '#web/features/contacts/to-do.tsx'
import { useSaveContact } from '#web/features/contacts/contact-actions.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import { ChannelSection } from './channel-section.tsx'
import { ConversationAttributes } from './conversation-attributes.tsx'
import { OtherConversations } from './other-conversations.tsx'
import { leadSource } from './lead-source.ts'
import { useConversation, type Conversation } from './use-conversation.ts'
import { usePanelWords } from './words.ts'

type Props = { contact_id: string; conversation_id: string }

/** The contact, shown beside the conversation. */
export function ContactPanel({ contact_id, conversation_id }: Props) {
  const { common } = useWords()
  const words = useContactWords()
  const panel = usePanelWords()
  const { data: profile, error, refetch } = useRead('get_contact', { contact_id })
  const conversation = useConversation(conversation_id)
  return (
    <section
      aria-label={profile ? panel.about(profile.name) : panel.title}
      className="@container h-full min-h-0 touch-pan-y touch-pinch-zoom overflow-y-auto overscroll-contain bg-surface pb-8"
    >
      {!profile && error && (
        <EmptyState
          art={<BrokenThread />}
          title={words.unreadable}
          actions={
            <Button look="outline" onClick={() => void refetch()}>
              {common.retry}
            </Button>
          }
        >
          {describeError(error, 'contact')}
        </EmptyState>
      )}
      {!profile && !error && (
        <div className="pt-5">
          <ProfileSkeleton />
        </div>
      )}
      {profile && <Panel key={profile.id} profile={profile} conversation={conversation} />}
    </section>
  )
}

function Panel({ profile, conversation }: { profile: Profile; conversation: Conversation | undefined }) {
  const { attributes } = useContactWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const dialogs = useContactDialogs()
  const save = useSaveContact(profile.id)
  const openProfile = () =>
    void navigate({
      to: '/app/$account_id/contacts/$contact_id',
      params: { account_id, contact_id: profile.id },
    })
  useContactCommands(profile, dialogs)
  return (
    <>
      <PanelHeader contact={profile} dialogs={dialogs} onOpen={openProfile} />
      <Details brief contact={profile} storageKey="panel.details" />
      <Sales contact_id={profile.id} onCreate={dialogs.open} storageKey="panel.sales" />
      <ToDo contact={profile} onSchedule={(about) => dialogs.open('schedule', about)} storageKey="panel.to-do" />
      <Notes contact_id={profile.id} notes={profile.notes} storageKey="panel.notes" />
      <Attributes
        title={attributes.title}
        model="contact_attribute"
        values={profile.custom_attributes}
        save={(custom_attributes) => save({ custom_attributes })}
        storageKey="panel.attributes"
      />
      {conversation && <ConversationAttributes conversation={conversation} />}
      <OtherConversations profile={profile} except={conversation?.id} />
      {conversation && <ChannelSection conversation={conversation} identities={profile.channel_identities} />}
      <ContactDialogs
        contact={profile}
        dialogs={dialogs}
        source={conversation && leadSource(conversation)}
        // The conversation stays open and shows the merged contact.
        onMerged={dialogs.close}
        onDeleted={() => void navigate({ to: '/app/$account_id/conversations', params: { account_id } })}
      />
    </>
  )
}

type HeaderProps = { contact: Contact; dialogs: ReturnType<typeof useContactDialogs>; onOpen: () => void }

const PanelHeader = ({ contact, dialogs, onOpen }: HeaderProps) => (
  <div className="relative pt-5">
    <ProfileHeader contact={contact} compact />
    <div className="absolute top-2 right-2">
      <ContactMenu contact={contact} dialogs={dialogs} onOpen={onOpen} />
    </div>
  </div>
)
