import { useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Contact, Output, Profile } from '#web/api.ts'
import { explain, useWords } from '#web/i18n.ts'
import { readKey, useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { useContactCommands } from '#web/screens/contacts/acts/use-contact-commands.ts'
import { ContactWindows, useContactWindows } from '#web/screens/contacts/acts/windows.tsx'
import { Timeline } from '#web/screens/contacts/timeline/timeline.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { PaneBar } from './pane-bar.tsx'
import { PaneSkeleton } from './pane-skeleton.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { Summary } from './summary.tsx'

/** One contact, beside the list; on a small screen, instead of it. */
export function ContactPane() {
  const { contacts: words } = useWords()
  const { contact_id = '' } = useParams({ strict: false })
  const { data: profile, error } = useRead('get_contact', { contact_id })
  const listed = useListed(contact_id)
  const contact = error ? undefined : (profile ?? listed)
  const windows = useContactWindows()
  const close = useClose()
  const pane = useRef<HTMLElement>(null)
  useHotkeys({ Escape: close })
  useEffect(() => {
    if (!window.matchMedia('(min-width: 64rem)').matches) pane.current?.focus()
  }, [contact_id])

  return (
    <aside
      ref={pane}
      key={contact_id}
      id="contact-pane"
      tabIndex={-1}
      aria-label={contact?.name ?? words.one}
      className="flex w-full min-w-0 flex-col bg-surface outline-none lg:w-105 lg:shrink-0 lg:border-l
        lg:border-line 2xl:w-130"
    >
      <PaneBar contact={contact} windows={windows} onClose={close} />
      <div className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain pb-8">
        {error && (
          <EmptyState art={<BrokenThread />} title={words.unreadable}>
            {explain(error, 'contact')}
          </EmptyState>
        )}
        {!error && !contact && <PaneSkeleton />}
        {contact && <Whole contact={contact} profile={profile} windows={windows} onClose={close} />}
      </div>
    </aside>
  )
}

type Props = {
  contact: Contact
  profile: Profile | undefined
  windows: ReturnType<typeof useContactWindows>
  onClose: () => void
}

function Whole({ contact, profile, windows, onClose }: Props) {
  const { tabs: words } = useContactWords()
  const { tab = 'profile' } = useSearch({ from: '/app/$account_id/contacts' })
  const navigate = useNavigate()
  const showTab = (next: 'profile' | 'timeline') =>
    void navigate({
      to: '.',
      search: ({ tab: _tab, show: _show, ...others }) => (next === 'profile' ? others : { ...others, tab: next }),
      replace: true,
    })
  const showKept = (contact_id: string) => {
    windows.close()
    void navigate({ to: '.', params: (now) => ({ ...now, contact_id }), search: true, replace: true })
  }
  useContactCommands(contact, windows)
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
            content: <Summary contact={contact} profile={profile} windows={windows} />,
          },
          timeline: { name: words.timeline, content: <Timeline contact_id={contact.id} /> },
        }}
      />
      <ContactWindows contact={profile ?? contact} windows={windows} onMerged={showKept} onDeleted={onClose} />
    </>
  )
}

/** The list already knows most of it, so the pane opens without waiting. */
function useListed(contact_id: string): Contact | undefined {
  const { id } = useAccount()
  const lists = useQueryClient().getQueriesData<InfiniteData<Output<'search_contacts'>>>({
    queryKey: readKey(id, 'search_contacts'),
  })
  const pages = lists.flatMap(([, list]) => list?.pages ?? [])
  return pages.flatMap(({ items }) => items).find((contact) => contact.id === contact_id)
}

/** Back to the list, and to the row one came from. */
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
