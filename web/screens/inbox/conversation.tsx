import { useEffect, useRef } from 'react'
import { Link, useParams } from '@tanstack/react-router'
import type { Conversation as Record } from '#contract/records/conversation.ts'
import { Problem } from '#web/api.ts'
import { explain, useWords } from '#web/i18n.ts'
import { useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { later } from '#web/ui/later.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, LooseThread } from '#web/ui/thread-art.tsx'
import { Unhurried } from '#web/ui/unhurried.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { Header } from './actions/header.tsx'
import { useActs } from './actions/use-acts.ts'
import { useConversationCommands } from './actions/use-conversation-commands.ts'
import { useListed, useNeighbours } from './actions/use-neighbours.ts'
import { usePanel } from './actions/use-panel.ts'
import { usePopups } from './actions/use-popups.ts'
import { useReading, useViewing } from './actions/use-presence.ts'
import { Composer } from './composer/composer.tsx'
import { useDraft } from './composer/use-draft.ts'
import { CopilotTools, Offered } from './copilot/copilot-tools.tsx'
import { SummaryCard } from './copilot/summary-card.tsx'
import { useCopilot } from './copilot/use-copilot.ts'
import { ThreadSkeleton } from './thread/thread-skeleton.tsx'
import { Thread } from './thread/thread.tsx'
import type { Detail } from './thread/use-messages.ts'
import { useThreadWords } from './thread/words.ts'

const ContactPanel = later(
  async () => (await import('./contact-panel/contact-panel.tsx')).ContactPanel,
  <PanelSkeleton />,
)

/** One conversation, with who is on the other side of it. Each has a state of its own. */
export function Conversation() {
  const { conversation_id = '' } = useParams({ strict: false })
  return <Pane key={conversation_id} conversation_id={conversation_id} />
}

function Pane({ conversation_id }: { conversation_id: string }) {
  const words = useThreadWords()
  const { data, error, dataUpdatedAt, refetch } = useRead('get_conversation_detail', { conversation_id })
  const listed = useListed(conversation_id)
  const conversation = data ?? listed
  const isGone = error instanceof Problem && (error.status === 404 || error.status === 400)
  const pane = useRef<HTMLElement>(null)
  useTitle(conversation && !isGone ? conversation.contact.name : words.one)
  useEffect(() => {
    // On a small screen it takes the place of the list, and the focus with it.
    if (!window.matchMedia('(min-width: 64rem)').matches) pane.current?.focus()
  }, [])
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={conversation ? words.title(conversation.contact.name) : words.one}
      className="flex h-full w-full min-w-0 flex-1 bg-surface outline-none"
    >
      {isGone || (error && !conversation) ? (
        <Unopened error={error} isGone={isGone} onRetry={() => void refetch()} />
      ) : conversation ? (
        <Opened conversation={conversation} detail={data} updatedAt={dataUpdatedAt} />
      ) : (
        <Loading />
      )}
    </section>
  )
}

type Props = { conversation: Record; detail: Detail | undefined; updatedAt: number }

function Opened({ conversation, detail, updatedAt }: Props) {
  const { id: conversation_id, contact } = conversation
  const { common } = useWords()
  const words = useThreadWords()
  const acts = useActs(conversation)
  const { popups, show } = usePopups()
  const panel = usePanel()
  const neighbours = useNeighbours(conversation_id)
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, change } = useDraft(conversation_id)
  const write = (mode: 'reply' | 'note') => {
    change({ mode })
    requestAnimationFrame(() => field.current?.focus())
  }
  const copilot = useCopilot(conversation_id, (content) => {
    change({ mode: 'reply', reply: draft.reply.trim() ? `${draft.reply.trimEnd()}\n\n${content}` : content })
    requestAnimationFrame(() => field.current?.focus())
  })
  useViewing(conversation_id)
  useReading(conversation)
  useConversationCommands({ conversation, acts, copilot, neighbours, show, write, togglePanel: panel.toggle })
  const contactPanel = (
    <Unhurried place={<PanelSkeleton />}>
      <ContactPanel contact_id={contact.id} conversation_id={conversation_id} />
    </Unhurried>
  )

  return (
    <>
      <div ref={panel.main} className="@container/conversation flex min-w-0 flex-1 flex-col">
        <Header
          conversation={conversation}
          detail={detail}
          acts={acts}
          popups={popups}
          neighbours={neighbours}
          isPanelOpen={panel.isBeside || panel.isOver}
          onTogglePanel={panel.toggle}
        />
        <SummaryCard copilot={copilot} />
        {detail ? <Thread detail={detail} updatedAt={updatedAt} /> : <ThreadSkeleton />}
        <Composer
          conversation={conversation}
          draft={draft}
          onChange={change}
          field={field}
          copilot={<CopilotTools copilot={copilot} />}
          above={<Offered copilot={copilot} />}
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
        closeLabel={common.close}
      >
        {panel.isOver && contactPanel}
      </Drawer>
    </>
  )
}

type Failure = { error: Error | null; isGone: boolean; onRetry: () => void }

function Unopened({ error, isGone, onRetry }: Failure) {
  const { common } = useWords()
  const words = useThreadWords()
  const { id: account_id } = useAccount()
  const back = (
    <Link to="/app/$account_id/conversations" params={{ account_id }} search={true} className={buttonClass('primary')}>
      {words.toList}
    </Link>
  )
  const retry = (
    <Button look="primary" onClick={onRetry}>
      {common.retry}
    </Button>
  )
  return (
    <div className="m-auto">
      <EmptyState
        art={isGone ? <LooseThread /> : <BrokenThread />}
        title={isGone ? words.gone : words.unreadable}
        actions={isGone ? back : retry}
      >
        {isGone ? words.goneHint : explain(error)}
      </EmptyState>
    </div>
  )
}

/** As large as what comes. */
const Loading = () => (
  <div className="flex min-w-0 flex-1 flex-col">
    <div className="flex h-23 shrink-0 items-start gap-3 border-b border-line px-4 py-3">
      <Skeleton className="size-8" />
      <div className="space-y-2 pt-1">
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="h-3 w-24" />
      </div>
    </div>
    <ThreadSkeleton />
    <div className="px-4 pb-3">
      <Skeleton className="h-35 w-full rounded-xl!" />
    </div>
  </div>
)

function PanelSkeleton() {
  return (
    <div className="space-y-4 p-5">
      <Skeleton className="size-14" />
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3 w-52" />
    </div>
  )
}
