import { memo } from 'react'
import { Bot, Code, Lock, Megaphone, Phone, Workflow } from '#web/ui/icons.ts'
import { channelCapabilities, marksOf, type Channel } from '#contract/channels.ts'
import type { MessageAuthor } from '#contract/records/conversation.ts'
import { useSession } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { isEditable } from '#web/screens/inbox/composer/editable.ts'
import { Bubble } from './bubble.tsx'
import { Delivery } from './delivery.tsx'
import type { ThreadMessage } from './group-messages.ts'
import { MarksContext } from './marks.ts'
import { PictureGrid } from './media/picture-grid.tsx'
import { inRuns } from './media/picture-messages.ts'
import { MessageMenu } from './message-menu.tsx'
import { ReactMenu } from './react-menu.tsx'
import { Reactions } from './reactions.tsx'
import { ScheduleLine } from './scheduled.tsx'
import { useThreadWords } from './words.ts'

type Props = {
  messages: ThreadMessage[]
  channel: Channel
  names: readonly string[]
  onReply: (message: ThreadMessage) => void
  onEdit: (message: ThreadMessage) => void
  onDelete: (message: ThreadMessage) => void
  onResend: (message: ThreadMessage) => void
}

/** Consecutive messages of one author. Off-screen groups are not rendered, so that long threads stay fast. */
export const MessageGroup = memo(
  function MessageGroup({ messages, channel, names, onReply, onEdit, onDelete, onResend }: Props) {
    const time = useTime()
    const [first] = messages
    const { author, created_at, direction, private: isPrivate } = first!
    const isOurs = direction === 'outgoing'
    const actions = (message: ThreadMessage) => <Actions {...{ message, channel, onReply, onEdit, onDelete }} />
    const below = (message: ThreadMessage) => (
      <>
        <Marks message={message} />
        {isOurs && needsStatus(message, messages) && (
          <div className="flex justify-end px-1">
            <Delivery message={message} channel={channel} onResend={onResend} />
          </div>
        )}
      </>
    )
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
          {inRuns(messages).map((run) =>
            run.length > 1 ? (
              <PictureGrid key={run[0]!.id} messages={run} actions={actions} below={below} />
            ) : (
              run.map((message) => (
                <div key={message.id} data-message={message.id} className="flex w-full min-w-0 flex-col gap-0.5">
                  <div className={cx('group/message flex min-w-0 gap-1', isOurs && 'flex-row-reverse')}>
                    <MarksContext value={marksOf(message, channel)}>
                      <Bubble message={message} names={names} />
                    </MarksContext>
                    {actions(message)}
                  </div>
                  {below(message)}
                </div>
              ))
            ),
          )}
        </div>
      </li>
    )
  },
  (one, other) =>
    one.names === other.names &&
    one.messages.length === other.messages.length &&
    one.messages.every((message, index) => message === other.messages[index]),
)

type ActionsProps = Pick<Props, 'channel' | 'onReply' | 'onEdit' | 'onDelete'> & { message: ThreadMessage }

/** Buttons of a message, as the channel allows. */
function Actions({ message, channel, onReply, onEdit, onDelete }: ActionsProps) {
  const { user } = useSession()
  if (message.deleted || message.outgoing) return null
  const { replies, reactions } = channelCapabilities[channel]
  const hasArrived = !message.private && message.status !== 'scheduled'
  return (
    <>
      {reactions && hasArrived && <ReactMenu message={message} />}
      <MessageMenu
        message={message}
        onReply={replies && hasArrived ? onReply : undefined}
        onEdit={isEditable(message, channel, user.id) ? onEdit : undefined}
        onDelete={onDelete}
      />
    </>
  )
}

/** Reactions, the mark of an edit and the time of a scheduled message, below a bubble. */
function Marks({ message }: { message: ThreadMessage }) {
  const { thread: words } = useThreadWords()
  const time = useTime()
  const { reactions, edited_at, scheduled_at, status, deleted, direction } = message
  const isScheduled = status === 'scheduled' && scheduled_at
  if (deleted || (reactions.length === 0 && !edited_at && !isScheduled)) return null
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-1 px-1 text-xs text-ink-3',
        direction === 'outgoing' && 'justify-end',
      )}
    >
      {reactions.length > 0 && <Reactions message={message} />}
      {edited_at && <span title={time.full(edited_at)}>{words.edited}</span>}
      {isScheduled && <ScheduleLine message={message} scheduled_at={scheduled_at} />}
    </div>
  )
}

/** The status is shown once per group, unless it differs between its messages. */
function needsStatus(message: ThreadMessage, all: ThreadMessage[]) {
  if (message.status === 'scheduled' && !message.outgoing) return false
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
      {isPrivate ? (isMe ? words.ownNote : words.noteBy(name)) : name}
      {kind && kind !== name && !isPrivate && <span className="font-normal text-ink-3"> · {kind}</span>}
    </span>
  )
}

const icons = { ai_agent: Bot, automation: Workflow, campaign: Megaphone, api: Code, bot: Bot, external: Phone }

/** The author: people by their initials, programs by an icon. */
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
