import { memo } from 'react'
import { Link } from '@tanstack/react-router'
import { Check, Clock } from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { LabelDot } from '#web/features/labels/label-chip.tsx'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { fromList } from '#web/screens/inbox/actions/use-back-to-list.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { ChannelIcon } from '#web/features/conversations/channel-icon.tsx'
import { DueBadge, PriorityBadge } from './row-badges.tsx'
import { Preview } from './preview.tsx'
import { SwipeRow, type SwipeAction } from './swipe-row.tsx'

type Props = {
  conversation: Conversation
  isOpen: boolean
  isSelected: boolean
  /** The row that Tab reaches. */
  isActive: boolean
  /** Checkboxes stay visible while anything is selected. */
  isSelecting: boolean
  /** The list mixes statuses, so each row shows its own. */
  isMixed: boolean
  timeField: 'last_activity_at' | 'created_at' | 'waiting_since'
  onToggle: (id: string, through: boolean) => void
  onActivate: (id: string) => void
  onHover: (id: string) => void
  onSwipe: (conversation: Conversation, action: SwipeAction) => void
}

/** One conversation; the whole row is a link. */
export const ConversationRow = memo(function ConversationRow(props: Props) {
  const {
    conversation,
    isOpen,
    isSelected,
    isActive: isStanding,
    onToggle,
    onActivate: onStand,
    onHover: onIntend,
  } = props
  const { id: account_id } = useAccount()
  const { id, contact, unread } = conversation
  const at = conversation[props.timeField] ?? conversation.last_activity_at
  return (
    <SwipeRow
      conversation={conversation}
      onSwipe={props.onSwipe}
      onPointerEnter={() => onIntend(id)}
      className={cx(
        'group/row relative flex h-full gap-2 border-b border-line py-2.5 pr-3 pl-2 has-[a:focus-visible]:inset-ring-2',
        'has-[a:focus-visible]:inset-ring-focus',
        isOpen ? 'bg-accent-soft' : isSelected ? 'bg-hover' : 'bg-surface hover:bg-hover',
      )}
    >
      <SelectBox {...props} />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-baseline gap-2">
          <Link
            to="/app/$account_id/conversations/$conversation_id"
            params={{ account_id, conversation_id: id }}
            search={true}
            state={fromList}
            data-row={id}
            tabIndex={isStanding ? 0 : -1}
            aria-current={isOpen ? 'true' : undefined}
            onFocus={() => onStand(id)}
            onClick={(event) => {
              if (!event.shiftKey) return
              event.preventDefault()
              onToggle(id, true)
            }}
            className={cx(
              'min-w-0 flex-1 truncate text-base outline-none after:absolute after:inset-0',
              unread ? 'font-semibold' : 'font-medium',
            )}
          >
            {contact.name}
          </Link>
          <TimeAgo at={at} className="shrink-0 text-xs text-ink-3" />
        </div>
        <div className="flex items-center gap-2">
          <p className={cx('min-w-0 flex-1 truncate text-sm', unread ? 'text-ink' : 'text-ink-3')}>
            <Preview conversation={conversation} />
          </p>
          <Unread conversation={conversation} />
        </div>
        <Properties conversation={conversation} isMixed={props.isMixed} />
      </div>
    </SwipeRow>
  )
})

/** The contact's avatar, replaced by a checkbox on hover and while selecting. */
function SelectBox({ conversation, isSelected, isSelecting, isActive: isStanding, onToggle }: Props) {
  const { list: words } = useInboxWords()
  const { id, contact } = conversation
  const showsBox = isSelected || isSelecting
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={words.select(contact.name)}
      tabIndex={isStanding ? 0 : -1}
      onClick={(event) => onToggle(id, event.shiftKey)}
      className="group/box relative z-1 grid size-9 shrink-0 place-items-center rounded-full pointer-coarse:size-11"
    >
      <span className={showsBox ? 'hidden' : 'pointer-fine:group-hover/row:hidden group-focus-visible/box:hidden'}>
        <Avatar name={contact.name} src={contact.avatar_url} />
      </span>
      <span
        className={cx(
          'size-4.5 place-items-center rounded ring-1 ring-inset',
          isSelected ? 'bg-accent text-on-accent ring-accent' : 'bg-surface ring-edge',
          showsBox ? 'grid' : 'hidden pointer-fine:group-hover/row:grid group-focus-visible/box:grid',
        )}
      >
        {isSelected && <Check size={13} strokeWidth={3} aria-hidden />}
      </span>
    </button>
  )
}

function Unread({ conversation: { unread, unread_count } }: Pick<Props, 'conversation'>) {
  const { list: words } = useInboxWords()
  if (!unread) return null
  return (
    <span className="grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-full bg-accent px-1 text-2xs font-semibold text-on-accent tabular-nums">
      <span aria-hidden>{unread_count > 99 ? '99+' : unread_count}</span>
      <span className="sr-only">{words.unread(unread_count)}</span>
    </span>
  )
}

/** Channel, labels, status, priority and assignee. */
function Properties({ conversation, isMixed }: Pick<Props, 'conversation' | 'isMixed'>) {
  const { list: words } = useInboxWords()
  const { statuses } = useConversationWords()
  const time = useTime()
  const { inbox, channel, labels, priority, assignee, status, snoozed_until } = conversation
  return (
    <div className="mt-auto flex h-5 items-center gap-2 text-2xs text-ink-3">
      <span className="flex min-w-8 shrink items-center gap-1">
        <ChannelIcon channel={channel} size={12} />
        <span className="truncate">{inbox.name}</span>
      </span>
      {labels.slice(0, 2).map((title) => (
        <span key={title} className="flex min-w-6 shrink-3 items-center gap-1">
          <LabelDot title={title} />
          <span className="truncate">{title}</span>
        </span>
      ))}
      {labels.length > 2 && <span className="shrink-0">+{labels.length - 2}</span>}
      <span className="ml-auto flex shrink-0 items-center gap-1.5">
        {snoozed_until && (
          <span className="flex items-center gap-1" title={words.until(time.full(snoozed_until))}>
            <Clock size={11} aria-hidden />
            <span className="sr-only">{words.snoozed}</span>
            {time.day(snoozed_until)}
          </span>
        )}
        {isMixed && status !== 'open' && !snoozed_until && <Badge>{statuses[status]}</Badge>}
        <DueBadge conversation={conversation} />
        <PriorityBadge priority={priority} />
        {assignee && (
          <span title={words.assigned(assignee.name)}>
            <Avatar name={assignee.name} size="xs" />
            <span className="sr-only">{words.assigned(assignee.name)}</span>
          </span>
        )}
      </span>
    </div>
  )
}
