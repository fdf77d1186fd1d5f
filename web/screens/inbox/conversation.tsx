import { useEffect, useRef, useState } from 'react'
import { useParams } from '@tanstack/react-router'
import type { Conversation as Record } from '#contract/records/conversation.ts'
import { Problem } from '#web/app/api.ts'
import { prefetchPages, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { useReadNotificationsOf } from '#web/features/notifications/use-notifications.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Deferred } from '#web/ui/deferred.tsx'
import { useSwipeBack } from '#web/ui/use-swipe-back.ts'
import { useTitle } from '#web/ui/use-title.ts'
import { Header } from './actions/header.tsx'
import { useActions } from '#web/screens/inbox/actions/use-actions.ts'
import { useConversationCommands } from './actions/use-conversation-commands.ts'
import { useListedConversation, useMoveOn, useNeighbours } from './actions/use-neighbours.ts'
import { useContactPanel } from '#web/screens/inbox/contact-panel/use-contact-panel.ts'
import { useBackToList } from './actions/use-back-to-list.ts'
import { usePopups } from './actions/use-popups.ts'
import { useMarkRead, useAnnounceViewing } from './actions/use-presence.ts'
import { Composer } from './composer/composer.tsx'
import { LoadError, Loading, PanelSkeleton } from './conversation-states.tsx'
import { useDraft } from './composer/use-draft.ts'
import { useEditing } from './composer/use-editing.ts'
import { SuggestionNotice } from './copilot/copilot-tools.tsx'
import { SummaryCard } from './copilot/summary-card.tsx'
import { useCopilot } from './copilot/use-copilot.ts'
import { ThreadSkeleton } from './thread/thread-skeleton.tsx'
import { Thread } from './thread/thread.tsx'
import { historyInput } from './thread/use-history.ts'
import type { ThreadMessage } from './thread/group-messages.ts'
import type { Detail } from './thread/use-messages.ts'
import { useThreadWords } from './thread/words.ts'

const ContactPanel = lazyComponent(
  async () => (await import('./contact-panel/contact-panel.tsx')).ContactPanel,
  <PanelSkeleton />,
)

/** One conversation with its contact. The key gives each its own state. */
export function Conversation() {
  const { conversation_id = '' } = useParams({ strict: false })
  return <Pane key={conversation_id} conversation_id={conversation_id} />
}

function Pane({ conversation_id }: { conversation_id: string }) {
  const words = useThreadWords()
  const { data, error, dataUpdatedAt, refetch } = useRead('get_conversation_detail', { conversation_id })
  const listed = useListedConversation(conversation_id)
  const { id: account_id } = useAccount()
  const conversation = data ?? listed
  const isGone = error instanceof Problem && (error.status === 404 || error.status === 400)
  const pane = useRef<HTMLElement>(null)
  const swipe = useSwipeBack(pane, useBackToList())
  useTitle(conversation && !isGone ? conversation.contact.name : words.one)
  // Requested together with the conversation, so that the thread appears complete.
  useEffect(
    () => void prefetchPages(account_id, 'list_conversation_changes', historyInput(conversation_id)),
    [account_id, conversation_id],
  )
  useEffect(() => {
    // On a small screen it replaces the list and takes the focus.
    if (!window.matchMedia('(min-width: 64rem)').matches) pane.current?.focus()
  }, [])
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={conversation ? words.title(conversation.contact.name) : words.one}
      className="flex h-full w-full min-w-0 flex-1 touch-pan-y touch-pinch-zoom bg-surface outline-none"
      {...swipe}
    >
      {isGone || (error && !conversation) ? (
        <LoadError error={error} isGone={isGone} onRetry={() => void refetch()} />
      ) : conversation ? (
        <OpenConversation conversation={conversation} detail={data} updatedAt={dataUpdatedAt} />
      ) : (
        <Loading />
      )}
    </section>
  )
}

type Props = { conversation: Record; detail: Detail | undefined; updatedAt: number }

function OpenConversation({ conversation, detail, updatedAt }: Props) {
  const { id: conversation_id, contact } = conversation
  const words = useThreadWords()
  const neighbours = useNeighbours(conversation)
  const actions = useActions(conversation, useMoveOn(conversation, neighbours))
  const { popups, show, isPicking } = usePopups()
  const panel = useContactPanel()
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, change } = useDraft(conversation_id)
  const write = (mode: 'reply' | 'note') => {
    change({ mode })
    // At once, because letters typed right after the key belong to the text; and once more if the field comes only now.
    field.current?.focus()
    requestAnimationFrame(() => field.current?.focus())
  }
  const [quoted, quote] = useState<ThreadMessage>()
  const editing = useEditing(conversation, detail?.messages ?? [], () =>
    requestAnimationFrame(() => field.current?.focus()),
  )
  const reply = (message: ThreadMessage) => {
    quote(message)
    write('reply')
  }
  const copilot = useCopilot(conversation_id, (content) => {
    change({ mode: 'reply', reply: draft.reply.trim() ? `${draft.reply.trimEnd()}\n\n${content}` : content })
    requestAnimationFrame(() => field.current?.focus())
  })
  useAnnounceViewing(conversation_id)
  useMarkRead(conversation)
  useReadNotificationsOf('conversation', conversation.id)
  useConversationCommands({ conversation, actions, copilot, show, write, panel })
  const contactPanel = (
    <Deferred place={<PanelSkeleton />}>
      <ContactPanel contact_id={contact.id} conversation_id={conversation_id} />
    </Deferred>
  )

  return (
    <>
      <div ref={panel.main} className="@container/conversation flex min-w-0 flex-1 flex-col">
        <Header
          conversation={conversation}
          detail={detail}
          actions={actions}
          popups={popups}
          isPicking={isPicking}
          neighbours={neighbours}
          isPanelOpen={panel.isBeside || panel.isOver}
          onTogglePanel={panel.toggle}
        />
        <SummaryCard copilot={copilot} />
        {detail ? (
          <Thread detail={detail} updatedAt={updatedAt} onReply={reply} onEdit={editing.begin} />
        ) : (
          <ThreadSkeleton />
        )}
        <Composer
          conversation={conversation}
          actions={actions}
          messages={detail?.messages}
          draft={draft}
          onChange={change}
          field={field}
          quoted={quoted}
          onQuote={quote}
          editing={editing}
          copilot={copilot}
          above={<SuggestionNotice copilot={copilot} />}
        />
      </div>
      {panel.isBeside && (
        <div className="@container w-80 shrink-0 overflow-y-auto overscroll-contain border-l border-line">
          {contactPanel}
        </div>
      )}
      <Drawer
        narrow
        open={panel.isOver}
        onClose={panel.close}
        title={words.header.panelTitle}
        header={<span className="text-base font-semibold">{words.header.panelTitle}</span>}
      >
        {panel.isOver && contactPanel}
      </Drawer>
    </>
  )
}
