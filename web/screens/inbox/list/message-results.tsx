import { Link, useParams } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { Output } from '#web/api.ts'
import { Ago } from '#web/parts/ago.tsx'
import { More } from '#web/parts/more.tsx'
import { usePages } from '#web/query.ts'
import type { Kept } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { Failed, Loading, Nothing } from './list-states.tsx'
import { marked } from './marked.ts'

type Props = { filters: Kept; onClear: () => void; onNew: () => void }

/** Messages that say what is looked for, newest first. */
export function MessageResults({ filters, onClear, onNew }: Props) {
  const { search: words } = useInboxWords()
  const { q = '', inbox, contact: contact_id } = filters
  const input = { query: q, limit: 30, ...(inbox && { inbox }), ...(contact_id && { contact_id }) }
  const list = usePages('search_messages', input)
  const { items, error, refetch, isPlaceholderData } = list
  if (!items) return error ? <Failed error={error} onRetry={() => void refetch()} onClear={onClear} /> : <Loading />
  if (items.length === 0) return <Nothing filters={filters} onClear={onClear} onNew={onNew} />
  return (
    <div className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain', isPlaceholderData && 'opacity-50')}>
      <p role="status" className="sr-only">
        {!isPlaceholderData && words.found(items.length)}
      </p>
      <ul aria-label={words.messages}>
        {items.map((message) => (
          <Row key={message.id} message={message} q={q} />
        ))}
      </ul>
      <More list={list} />
    </div>
  )
}

type Found = Output<'search_messages'>['items'][number]

function Row({ message, q }: { message: Found; q: string }) {
  const { list: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const { conversation_id: openId } = useParams({ strict: false })
  const { contact, author, direction, conversation_id, created_at } = message
  const isOpen = openId === conversation_id
  return (
    <li
      className={cx(
        'relative flex gap-2.5 border-b border-line px-3 py-2.5 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]',
        'has-[a:focus-visible]:inset-ring-2 has-[a:focus-visible]:inset-ring-focus',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Avatar name={contact.name} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <Link
            to="/app/$account_id/conversations/$conversation_id"
            params={{ account_id, conversation_id }}
            search={true}
            aria-current={isOpen ? 'true' : undefined}
            className="min-w-0 flex-1 truncate text-base font-medium outline-none after:absolute after:inset-0"
          >
            {contact.name}
          </Link>
          <Ago at={created_at} className="shrink-0 text-xs text-ink-3" />
        </div>
        <p className="line-clamp-2 text-sm wrap-anywhere text-ink-2">
          {message.private && <Lock size={12} aria-label={words.note} className="mr-1 inline text-warn-text" />}
          {direction === 'outgoing' && <span className="text-ink-3">{author.name}: </span>}
          {marked(message.content ?? '', q).map(({ text, isMatch }, index) =>
            isMatch ? (
              <mark key={index} className="rounded-sm bg-warn-soft font-medium text-warn-text">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
      </div>
    </li>
  )
}
