import { useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Contact, Output, Profile } from '#web/app/api.ts'
import { describeError } from '#web/app/i18n.ts'
import { readKey, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { useSwipeBack } from '#web/ui/use-swipe-back.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { useContactCommands } from '#web/features/contacts/use-contact-commands.ts'
import { ContactDialogs, useContactDialogs } from '#web/features/contacts/contact-dialogs.tsx'
import { useReadNotificationsOf } from '#web/features/notifications/use-notifications.ts'
import { Timeline } from '#web/screens/contacts/timeline/timeline.tsx'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { PaneBar } from './pane-bar.tsx'
import { ProfileSkeleton } from '#web/features/contacts/profile-skeleton.tsx'
import { ProfileHeader } from '#web/features/contacts/profile-header.tsx'
import { Summary } from './summary.tsx'

/** One contact, beside the list or, on a small screen, instead of it. */
export function ContactPane() {
  const { one } = useContactsScreenWords()
  const { unreadable } = useContactWords()
  const { contact_id = '' } = useParams({ strict: false })
  const { data: profile, error } = useRead('get_contact', { contact_id })
  const listed = useListedContact(contact_id)
  const contact = error ? undefined : (profile ?? listed)
  const dialogs = useContactDialogs()
  const close = useClose()
  const pane = useRef<HTMLElement>(null)
  const swipe = useSwipeBack(pane, close)
  useHotkeys({ Escape: close })
  useEffect(() => {
    if (!window.matchMedia('(min-width: 64rem)').matches) pane.current?.focus()
  }, [contact_id])

  return (
    <aside
      ref={pane}
      key={contact_id}
      id="contact-pane"
      {...swipe}
      tabIndex={-1}
      aria-label={contact?.name ?? one}
      className="flex w-full min-w-0 touch-pan-y touch-pinch-zoom flex-col bg-surface outline-none lg:w-105 lg:shrink-0 lg:border-l
        lg:border-line 2xl:w-130"
    >
      <PaneBar contact={contact} dialogs={dialogs} onClose={close} />
      <div className="@container min-h-0 flex-1 touch-pan-y touch-pinch-zoom overflow-y-auto overscroll-contain pb-8">
        {error && (
          <EmptyState art={<BrokenThread />} title={unreadable}>
            {describeError(error, 'contact')}
          </EmptyState>
        )}
        {!error && !contact && <ProfileSkeleton />}
        {contact && <LoadedContact contact={contact} profile={profile} dialogs={dialogs} onClose={close} />}
      </div>
    </aside>
  )
}

type Props = {
  contact: Contact
  profile: Profile | undefined
  dialogs: ReturnType<typeof useContactDialogs>
  onClose: () => void
}

function LoadedContact({ contact, profile, dialogs, onClose }: Props) {
  const { tabs: words } = useContactsScreenWords()
  const { tab = 'profile' } = useSearch({ from: '/app/$account_id/contacts' })
  const navigate = useNavigate()
  const showTab = (next: 'profile' | 'timeline') =>
    void navigate({
      to: '.',
      search: ({ tab: _tab, show: _show, ...others }) => (next === 'profile' ? others : { ...others, tab: next }),
      replace: true,
    })
  const showMerged = (contact_id: string) => {
    dialogs.close()
    void navigate({ to: '.', params: (now) => ({ ...now, contact_id }), search: true, replace: true })
  }
  useContactCommands(contact, dialogs)
  useReadNotificationsOf('contact', contact.id)
  return (
    <>
      <ProfileHeader contact={contact} />
      <Tabs
        label={words.label}
        value={tab}
        onChange={showTab}
        tabs={{
          profile: {
            name: words.profile,
            content: <Summary contact={contact} profile={profile} dialogs={dialogs} />,
          },
          timeline: { name: words.timeline, content: <Timeline contact_id={contact.id} /> },
        }}
      />
      <ContactDialogs contact={profile ?? contact} dialogs={dialogs} onMerged={showMerged} onDeleted={onClose} />
    </>
  )
}

/** The list has most of the contact already, so the pane opens without waiting. */
function useListedContact(contact_id: string): Contact | undefined {
  const { id } = useAccount()
  const lists = useQueryClient().getQueriesData<InfiniteData<Output<'search_contacts'>>>({
    queryKey: readKey(id, 'search_contacts'),
  })
  const pages = lists.flatMap(([, list]) => list?.pages ?? [])
  return pages.flatMap(({ items }) => items).find((contact) => contact.id === contact_id)
}

/** Goes back to the list and focuses the contact's row. */
function useClose() {
  const { id: account_id } = useAccount()
  const { contact_id } = useParams({ strict: false })
  const { tab: _tab, show: _show, ...filters } = useSearch({ from: '/app/$account_id/contacts' })
  const navigate = useNavigate()
  return () => {
    void navigate({ to: '/app/$account_id/contacts', params: { account_id }, search: filters })
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${contact_id}"]`)?.focus())
  }
}
