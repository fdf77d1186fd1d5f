import { useCallback, useEffect, useMemo, useState } from 'react'
import { ArrowDown } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { useInfiniteScroll } from '#web/ui/use-infinite-scroll.ts'
import { usePeople } from '#web/screens/inbox/actions/use-people.ts'
import { discard, send, useOutbox } from '#web/screens/inbox/composer/outbox.ts'
import { ActivityLine } from './activity-line.tsx'
import { DeleteMessage } from './delete-message.tsx'
import { groupMessages, type ThreadMessage } from './group-messages.ts'
import { DaySeparator, UnreadSeparator } from './separators.tsx'
import { MessageGroup } from './message-group.tsx'
import { ThreadPictures } from './media/thread-pictures.tsx'
import { findArrived, mergePending } from './merge-pending.ts'
import { TypingLine } from './typing-line.tsx'
import { useHistory } from './use-history.ts'
import { useScrollEnd } from './use-scroll-end.ts'
import { type Detail, useMessages } from './use-messages.ts'
import { LiveRegion } from './live-region.tsx'
import { useThreadWords } from './words.ts'

type Props = {
  detail: Detail
  updatedAt: number
  onReply: (message: ThreadMessage) => void
  onEdit: (message: ThreadMessage) => void
}

/** The messages of a conversation, newest at the bottom. */
export function Thread({ detail, updatedAt, onReply, onEdit }: Props) {
  const { thread: words } = useThreadWords()
  const { time_zone, id: account_id } = useAccount()
  const { messages, ...older } = useMessages(detail, updatedAt)
  const thread = useThreadMessages(detail.id, messages)
  const history = useHistory(detail.id, older.hasNextPage ? messages.at(-1)?.created_at : detail.created_at)
  // The last time the conversation was read before it was opened.
  const [since] = useState(() => (detail.unread ? detail.agent_last_seen_at : undefined))
  const names = useMentionNames()
  const [deleting, setDeleting] = useState<ThreadMessage>()
  const end = useScrollEnd(thread.at(-1)?.id)
  const newCount = useNewCount(thread, end.isAtEnd)
  const resend = useCallback(
    ({ content, conversation_id, private: isPrivate }: ThreadMessage) =>
      void send({ account_id, conversation_id, content: content ?? '', private: isPrivate, files: [] }),
    [account_id],
  )
  useScrollToOwn(thread, end.toEnd)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={end.scroller}
        onScroll={end.onScroll}
        tabIndex={0}
        role="region"
        aria-label={words.label}
        className="flex min-h-0 flex-1 flex-col-reverse touch-pan-y touch-pinch-zoom overflow-y-auto overscroll-contain
          [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="py-3">
          <Older query={older} isEmpty={thread.length === 0} />
          <ThreadPictures messages={thread}>
            <ol>
              {groupMessages(thread, history, time_zone, since).map((row) => {
                if (row.kind === 'day') return <DaySeparator key={row.key} at={row.at} />
                if (row.kind === 'unread') return <UnreadSeparator key={row.key} />
                if (row.kind === 'activity') return <ActivityLine key={row.key} activities={row.activities} />
                return (
                  <MessageGroup
                    key={row.key}
                    messages={row.messages}
                    channel={detail.channel}
                    names={names}
                    onReply={onReply}
                    onEdit={onEdit}
                    onDelete={setDeleting}
                    onResend={resend}
                  />
                )
              })}
            </ol>
          </ThreadPictures>
          <TypingLine conversation_id={detail.id} />
        </div>
      </div>
      {!end.isAtEnd && (
        <Button
          look="outline"
          size="sm"
          onClick={end.toEnd}
          icon={<ArrowDown size={14} aria-hidden />}
          className="absolute! bottom-3 left-1/2 -translate-x-1/2 rounded-full! shadow-raised"
        >
          {newCount > 0 ? words.newMessages(newCount) : words.toEnd}
        </Button>
      )}
      <LiveRegion messages={thread} />
      <DeleteMessage message={deleting} channel={detail.channel} onClose={() => setDeleting(undefined)} />
    </div>
  )
}

function useThreadMessages(conversation_id: string, messages: Detail['messages']) {
  const { user } = useSession()
  const outbox = useOutbox(conversation_id)
  const me = { type: 'agent', id: user.id, name: user.name } as const
  const arrived = findArrived(messages, outbox).join()
  useEffect(() => {
    if (arrived) discard(...arrived.split(','))
  }, [arrived])
  return mergePending(messages, outbox, me)
}

/** Names that can be mentioned in a note. */
function useMentionNames() {
  const { agents } = usePeople()
  return useMemo(() => agents.map(({ name }) => name), [agents])
}

/** The number of messages that arrived since the user scrolled away from the end. */
function useNewCount(thread: readonly ThreadMessage[], isAtEnd: boolean) {
  const last = thread.at(-1)?.id
  const [lastSeen, setLastSeen] = useState(last)
  if (isAtEnd && lastSeen !== last) setLastSeen(last)
  const at = thread.findIndex(({ id }) => id === lastSeen)
  return at < 0 ? 0 : thread.length - 1 - at
}

/** Scrolls to the user's own new message. */
function useScrollToOwn(thread: readonly ThreadMessage[], toEnd: () => void) {
  const own = thread.findLast(({ outgoing }) => outgoing)?.id
  const [followed, follow] = useState(own)
  useEffect(() => {
    if (!own || own === followed) return
    toEnd()
    follow(own)
  }, [own, followed, toEnd])
}

type Query = Pick<
  ReturnType<typeof useMessages>,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** The start of the loaded messages; reaching it loads older ones. */
function Older({ query, isEmpty }: { query: Query; isEmpty: boolean }) {
  const { common } = useWords()
  const { thread: words } = useThreadWords()
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  // A refresh may cancel the request for a page, so it is repeated after every fetch.
  const isReady = hasNextPage && !isFetching && !isFetchNextPageError
  const mark = useInfiniteScroll<HTMLDivElement>(fetchNextPage, isReady)
  if (isEmpty)
    return (
      <EmptyState art={<Spool />} title={words.empty}>
        {words.emptyHint}
      </EmptyState>
    )
  return (
    <div ref={mark} className="grid min-h-10 place-items-center text-xs text-ink-3">
      {hasNextPage && !isFetchNextPageError && <Spinner size={18} />}
      {isFetchNextPageError && (
        <button type="button" onClick={() => void fetchNextPage()} className="text-sm text-accent-text underline">
          {common.loadMore}
        </button>
      )}
      {!hasNextPage && words.beginning}
    </div>
  )
}
