import { useNavigate } from '@tanstack/react-router'
import type { Contact, Profile } from '#web/api.ts'
import { explain, useWords } from '#web/i18n.ts'
import { useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { ContactMenu } from '#web/screens/contacts/acts/contact-menu.tsx'
import { useContactCommands } from '#web/screens/contacts/acts/use-contact-commands.ts'
import { ContactWindows, useContactWindows } from '#web/screens/contacts/acts/windows.tsx'
import { Attributes } from '#web/screens/contacts/profile/attributes.tsx'
import { Details } from '#web/screens/contacts/profile/details.tsx'
import { Notes } from '#web/screens/contacts/profile/notes.tsx'
import { PaneSkeleton } from '#web/screens/contacts/profile/pane-skeleton.tsx'
import { ProfileHeader } from '#web/screens/contacts/profile/profile-header.tsx'
import { Sales } from '#web/screens/contacts/sales/sales.tsx'
import { ToDo } from '#web/screens/contacts/sales/to-do.tsx'
import { useSave } from '#web/screens/contacts/contact-acts.ts'
import { Channel } from './channel.tsx'
import { ConversationAttributes } from './conversation-attributes.tsx'
import { Past } from './past.tsx'
import { sourceOf } from './source-of.ts'
import { useConversation, type Conversation } from './use-conversation.ts'
import { usePanelWords } from './words.ts'

type Props = { contact_id: string; conversation_id: string }

/** Who is on the other side of a conversation, beside it. */
export function ContactPanel({ contact_id, conversation_id }: Props) {
  const { contacts: words, common } = useWords()
  const panel = usePanelWords()
  const { data: profile, error, refetch } = useRead('get_contact', { contact_id })
  const conversation = useConversation(conversation_id)
  return (
    <section
      aria-label={profile ? panel.about(profile.name) : panel.title}
      className="@container h-full min-h-0 overflow-y-auto overscroll-contain bg-surface pb-8"
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
          {explain(error, 'contact')}
        </EmptyState>
      )}
      {!profile && !error && (
        <div className="pt-5">
          <PaneSkeleton />
        </div>
      )}
      {profile && <Panel key={profile.id} profile={profile} conversation={conversation} />}
    </section>
  )
}

function Panel({ profile, conversation }: { profile: Profile; conversation: Conversation | undefined }) {
  const { contacts: words } = useWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const windows = useContactWindows()
  const save = useSave(profile.id)
  const openProfile = () =>
    void navigate({
      to: '/app/$account_id/contacts/$contact_id',
      params: { account_id, contact_id: profile.id },
    })
  useContactCommands(profile, windows)
  return (
    <>
      <Top contact={profile} windows={windows} onOpen={openProfile} />
      <Details brief contact={profile} folds="panel.details" />
      <Sales contact_id={profile.id} onCreate={windows.open} folds="panel.sales" />
      <ToDo contact_id={profile.id} onSchedule={(deal) => windows.open('schedule', deal)} folds="panel.to-do" />
      <Notes contact_id={profile.id} notes={profile.notes} folds="panel.notes" />
      <Attributes
        title={words.attributes.title}
        model="contact_attribute"
        values={profile.custom_attributes}
        save={(custom_attributes) => save({ custom_attributes })}
        folds="panel.attributes"
      />
      {conversation && <ConversationAttributes conversation={conversation} />}
      <Past profile={profile} except={conversation?.id} />
      {conversation && <Channel conversation={conversation} identities={profile.channel_identities} />}
      <ContactWindows
        contact={profile}
        windows={windows}
        source={conversation && sourceOf(conversation)}
        // The conversation stays open, and shows whoever it belongs to then.
        onMerged={windows.close}
        onDeleted={() => void navigate({ to: '/app/$account_id/conversations', params: { account_id } })}
      />
    </>
  )
}

type TopProps = { contact: Contact; windows: ReturnType<typeof useContactWindows>; onOpen: () => void }

const Top = ({ contact, windows, onOpen }: TopProps) => (
  <div className="relative pt-5">
    <ProfileHeader contact={contact} compact />
    <div className="absolute top-2 right-2">
      <ContactMenu contact={contact} windows={windows} onOpen={onOpen} />
    </div>
  </div>
)
