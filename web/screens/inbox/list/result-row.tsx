import { Link, useParams } from '@tanstack/react-router'
import { Lock } from '#web/ui/icons.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { fromList } from '#web/screens/inbox/actions/use-back-to-list.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/app/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { highlight } from './highlight.ts'

type Props = {
  conversation_id: string
  contact: { name: string }
  content: string
  direction: string
  private: boolean
  author: string
  at: string
  q: string
}

/** A conversation that a search found, with the text it was found by. */
export function ResultRow({ conversation_id, contact, content, direction, private: isNote, author, at, q }: Props) {
  const { list: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const { conversation_id: openId } = useParams({ strict: false })
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
            state={fromList}
            data-row
            tabIndex={0}
            aria-current={isOpen ? 'true' : undefined}
            className="min-w-0 flex-1 truncate text-base font-medium outline-none after:absolute after:inset-0"
          >
            {contact.name}
          </Link>
          <TimeAgo at={at} className="shrink-0 text-xs text-ink-3" />
        </div>
        <p className="line-clamp-2 text-sm wrap-anywhere text-ink-2">
          {isNote && <Lock size={12} aria-label={words.note} className="mr-1 inline text-warn-text" />}
          {direction === 'outgoing' && <span className="text-ink-3">{author}: </span>}
          {highlight(content, q).map(({ text, isMatch }, index) =>
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
