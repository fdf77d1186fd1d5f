import { useEffect, useRef } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Contact, Output } from '#web/api.ts'
import { explain, useWords } from '#web/i18n.ts'
import { readKey, useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { Attributes } from './attributes.tsx'
import { Details } from './details.tsx'
import { Notes } from './notes.tsx'
import { PaneBar } from './pane-bar.tsx'
import { PaneSkeleton } from './pane-skeleton.tsx'
import { ProfileHeader } from './profile-header.tsx'

/** One contact, beside the list; on a small screen, instead of it. */
export function ContactPane() {
  const { contacts: words } = useWords()
  const { contact_id = '' } = useParams({ strict: false })
  const { data: profile, error } = useRead('get_contact', { contact_id })
  const listed = useListed(contact_id)
  const contact = profile ?? listed
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
        lg:border-line 2xl:w-120"
    >
      <PaneBar contact={error ? undefined : contact} onClose={close} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-8">
        {error && (
          <EmptyState art={<BrokenThread />} title={words.unreadable}>
            {explain(error, 'contact')}
          </EmptyState>
        )}
        {!error && !contact && <PaneSkeleton />}
        {!error && contact && (
          <>
            <ProfileHeader contact={contact} />
            <Details contact={contact} />
            <Attributes contact={contact} />
            <Notes contact_id={contact.id} notes={profile?.notes} />
          </>
        )}
      </div>
    </aside>
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
  const navigate = useNavigate()
  return () => {
    void navigate({ to: '/app/$account_id/contacts', params: { account_id }, search: true })
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${contact_id}"]`)?.focus())
  }
}
