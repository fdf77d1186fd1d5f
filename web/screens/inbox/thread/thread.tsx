import { useCallback, useEffect, useMemo, useState } from 'react'
import { ArrowDown } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { useAccount, useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { useReach } from '#web/ui/use-reach.ts'
import { usePeople } from '#web/screens/inbox/actions/use-people.ts'
import { discard, send, useOutbox } from '#web/screens/inbox/composer/outbox.ts'
import { DeleteMessage } from './delete-message.tsx'
import { rowsOf, type Shown } from './grouping.ts'
import { DayLine, UnreadLine } from './lines.tsx'
import { MessageGroup } from './message-group.tsx'
import { arrivedOf, shownOf } from './shown.ts'
import { TypingLine } from './typing-line.tsx'
import { useEnd } from './use-end.ts'
import { type Detail, useMessages } from './use-messages.ts'
import { Heard } from './heard.tsx'
import { useThreadWords } from './words.ts'

/** Everything that was said, newest at the bottom. */
export function Thread({ detail, updatedAt }: { detail: Detail; updatedAt: number }) {
  const { thread: words } = useThreadWords()
  const { time_zone, id: account_id } = useAccount()
  const { messages, ...older } = useMessages(detail, updatedAt)
  const shown = useShown(detail.id, messages)
  // Until when it had been read when it was opened.
  const [since] = useState(() => (detail.unread ? detail.agent_last_seen_at : undefined))
  const names = useNames()
  const [deleting, setDeleting] = useState<Shown>()
  const end = useEnd(shown.at(-1)?.id)
  const fresh = useFresh(shown, end.isAtEnd)
  const again = useCallback(
    ({ content, conversation_id, private: isPrivate }: Shown) =>
      send({ account_id, conversation_id, content: content ?? '', private: isPrivate, files: [] }),
    [account_id],
  )
  useFollowOwn(shown, end.toEnd)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={end.scroller}
        onScroll={end.onScroll}
        tabIndex={0}
        role="region"
        aria-label={words.label}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain
          [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="py-3">
          <Older query={older} isEmpty={shown.length === 0} />
          <ol>
            {rowsOf(shown, time_zone, since).map((row) => {
              if (row.kind === 'day') return <DayLine key={row.key} at={row.at} />
              if (row.kind === 'unread') return <UnreadLine key={row.key} />
              return (
                <MessageGroup
                  key={row.key}
                  messages={row.messages}
                  names={names}
                  onDelete={setDeleting}
                  onAgain={again}
                />
              )
            })}
          </ol>
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
          {fresh > 0 ? words.fresh(fresh) : words.toEnd}
        </Button>
      )}
      <Heard messages={shown} />
      <DeleteMessage message={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  )
}

function useShown(conversation_id: string, messages: Detail['messages']) {
  const { user } = useSession()
  const outbox = useOutbox(conversation_id)
  const me = { type: 'agent', id: user.id, name: user.name } as const
  const arrived = arrivedOf(messages, outbox).join()
  useEffect(() => {
    if (arrived) discard(...arrived.split(','))
  }, [arrived])
  return shownOf(messages, outbox, me)
}

/** The names of those a note may speak to. */
function useNames() {
  const { agents } = usePeople()
  return useMemo(() => agents.map(({ name }) => name), [agents])
}

/** How many messages have come since one looked away from the end. */
function useFresh(shown: readonly Shown[], isAtEnd: boolean) {
  const last = shown.at(-1)?.id
  const [seen, setSeen] = useState(last)
  if (isAtEnd && seen !== last) setSeen(last)
  const at = shown.findIndex(({ id }) => id === seen)
  return at < 0 ? 0 : shown.length - 1 - at
}

/** What one sends oneself one wants to see. */
function useFollowOwn(shown: readonly Shown[], toEnd: () => void) {
  const own = shown.findLast(({ outgoing }) => outgoing)?.id
  const [followed, follow] = useState(own)
  useEffect(() => {
    if (!own || own === followed) return
    toEnd()
    follow(own)
  }, [own, followed, toEnd])
}

type Query = Pick<
  ReturnType<typeof useMessages>,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** The beginning: reaching it brings what was said before. */
function Older({ query, isEmpty }: { query: Query; isEmpty: boolean }) {
  const { common } = useWords()
  const { thread: words } = useThreadWords()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const mark = useReach<HTMLDivElement>(() => void fetchNextPage(), isReady)
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
