import { memo } from 'react'
import { Bot, Code, Lock, Megaphone, Workflow } from 'lucide-react'
import type { MessageAuthor } from '#contract/records/conversation.ts'
import { useSession } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { Bubble } from './bubble.tsx'
import { Delivery } from './delivery.tsx'
import type { Shown } from './grouping.ts'
import { MessageMenu } from './message-menu.tsx'
import { useThreadWords } from './words.ts'

type Props = {
  messages: Shown[]
  names: readonly string[]
  onDelete: (message: Shown) => void
  onAgain: (message: Shown) => void
}

/** What one author said in one go. Far from the window it is not drawn, so that a long thread costs little. */
export const MessageGroup = memo(
  function MessageGroup({ messages, names, onDelete, onAgain }: Props) {
    const time = useTime()
    const [first] = messages
    const { author, created_at, direction, private: isPrivate } = first!
    const isOurs = direction === 'outgoing'
    return (
      <li
        className={cx(
          'flex gap-2.5 px-3 py-1.5 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] sm:px-4',
          isOurs && 'flex-row-reverse',
        )}
      >
        <AuthorMark author={author} isHidden={isOurs && author.type === 'agent'} />
        <div className={cx('flex min-w-0 flex-1 flex-col gap-1', isOurs && 'items-end')}>
          <div className="flex max-w-full items-center gap-1.5 px-1 text-xs text-ink-3">
            {isPrivate && <Lock size={11} aria-hidden />}
            <AuthorName author={author} isPrivate={isPrivate} />
            <time dateTime={created_at} title={time.full(created_at)} className="whitespace-nowrap">
              {time.clock(created_at)}
            </time>
          </div>
          {messages.map((message) => (
            <div key={message.id} data-message={message.id} className="flex w-full min-w-0 flex-col gap-0.5">
              <div className={cx('group/message flex min-w-0 gap-1', isOurs && 'flex-row-reverse')}>
                <Bubble message={message} names={names} />
                {!message.deleted && !message.outgoing && <MessageMenu message={message} onDelete={onDelete} />}
              </div>
              {isOurs && needsWord(message, messages) && (
                <div className="flex justify-end px-1">
                  <Delivery message={message} onAgain={onAgain} />
                </div>
              )}
            </div>
          ))}
        </div>
      </li>
    )
  },
  (one, other) =>
    one.names === other.names &&
    one.messages.length === other.messages.length &&
    one.messages.every((message, index) => message === other.messages[index]),
)

/** One word on what became of them is enough for all, unless it is not the same for each. */
function needsWord(message: Shown, all: Shown[]) {
  const next = all[all.indexOf(message) + 1]
  return !next || Boolean(message.outgoing) || message.status !== next.status || message.status === 'failed'
}

function AuthorName({ author, isPrivate }: { author: MessageAuthor; isPrivate: boolean }) {
  const { thread: words } = useThreadWords()
  const { user } = useSession()
  const isMe = author.type === 'agent' && author.id === user.id
  const kind = author.type === 'agent' || author.type === 'contact' ? undefined : words.authors[author.type]
  const name = isMe ? words.you : author.name
  return (
    <span className="min-w-0 truncate font-medium text-ink-2">
      {isPrivate ? (isMe ? words.ownNote : words.noteOf(name)) : name}
      {kind && kind !== name && !isPrivate && <span className="font-normal text-ink-3"> · {kind}</span>}
    </span>
  )
}

const icons = { ai_agent: Bot, automation: Workflow, campaign: Megaphone, api: Code }

/** Who speaks, at a glance: a person by their initials, a program by what it is. */
function AuthorMark({ author, isHidden }: { author: MessageAuthor; isHidden: boolean }) {
  if (isHidden) return null
  if (author.type === 'contact' || author.type === 'agent')
    return (
      <span className="mt-5">
        <Avatar name={author.name} size="sm" />
      </span>
    )
  const Icon = icons[author.type]
  return (
    <span className="mt-5 grid size-7 shrink-0 place-items-center self-start rounded-full bg-hover text-ink-2">
      <Icon size={15} aria-hidden />
    </span>
  )
}
