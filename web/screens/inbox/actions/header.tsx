import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, PanelRight, RotateCcw } from 'lucide-react'
import type { Conversation } from '#contract/records/conversation.ts'
import { usePresent } from '#web/live/signals.ts'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { Detail } from '#web/screens/inbox/thread/use-messages.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { AssignPicker } from './assign-picker.tsx'
import { ChannelIcon } from './channel-icon.tsx'
import { DueBadges, RatedBadge } from './due-badges.tsx'
import { FollowersPicker } from './followers-picker.tsx'
import { LabelBar } from './label-bar.tsx'
import { MacroPicker } from './macro-picker.tsx'
import { MoreMenu } from './more-menu.tsx'
import { PriorityMenu } from './priority-menu.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'
import { TeamPicker } from './team-picker.tsx'
import type { Acts } from './use-acts.ts'
import type { Neighbours } from './use-neighbours.ts'
import type { Popups } from './use-popups.ts'

type Props = {
  conversation: Conversation
  detail: Detail | undefined
  acts: Acts
  popups: Popups
  neighbours: Neighbours
  isPanelOpen: boolean
  onTogglePanel: () => void
}

/** Who it is with, what is to be done about it, and by whom. */
export function Header({ conversation, detail, acts, popups, neighbours, isPanelOpen, onTogglePanel }: Props) {
  const { header: words, back } = useThreadWords()
  const { id: account_id } = useAccount()
  return (
    <header className="shrink-0 border-b border-line">
      <div className="flex min-h-14 items-center gap-2.5 py-2 pr-2 pl-2 sm:pl-4">
        <Link
          to="/app/$account_id/conversations"
          params={{ account_id }}
          search={true}
          aria-label={back}
          className={cx(buttonClass(), 'w-10 px-0! lg:hidden')}
        >
          <ArrowLeft size={18} aria-hidden />
        </Link>
        <span className="@max-lg/conversation:hidden">
          <Avatar name={conversation.contact.name} />
        </span>
        <Who conversation={conversation} />
        <Viewers conversation_id={conversation.id} />
        <div role="group" aria-label={words.acts} className="flex shrink-0 items-center gap-0.5">
          <SnoozeMenu acts={acts} {...popups('snooze')} />
          <MoreMenu conversation={conversation} acts={acts} neighbours={neighbours} />
          <IconButton
            label={words.panel}
            hotkey="d"
            aria-pressed={isPanelOpen}
            onClick={onTogglePanel}
            className={isPanelOpen ? 'text-accent-text!' : ''}
          >
            <PanelRight size={16} aria-hidden />
          </IconButton>
          <StatusButton conversation={conversation} acts={acts} />
        </div>
      </div>
      <Facts>
        <AssignPicker conversation={conversation} acts={acts} {...popups('assign')} />
        <TeamPicker conversation={conversation} acts={acts} {...popups('team')} />
        <PriorityMenu conversation={conversation} acts={acts} {...popups('priority')} />
        {detail && <FollowersPicker detail={detail} {...popups('followers')} />}
        <MacroPicker conversation={conversation} {...popups('macros')} />
        <LabelBar conversation={conversation} acts={acts} {...popups('labels')} />
        <DueBadges sla={conversation.sla} />
        {detail && <RatedBadge messages={detail.messages} />}
      </Facts>
    </header>
  )
}

function Who({ conversation: { contact, inbox, channel, status, snoozed_until } }: { conversation: Conversation }) {
  const { header: words, statuses, channels, blocked } = useThreadWords()
  const { id: account_id } = useAccount()
  const time = useTime()
  return (
    <div className="min-w-0 flex-1">
      <div className="flex min-w-0 items-center gap-2">
        <h2 className="min-w-0 truncate text-base font-semibold">
          <Link
            to="/app/$account_id/contacts/$contact_id"
            params={{ account_id, contact_id: contact.id }}
            className="inline-block rounded leading-6 hover:underline"
          >
            {contact.name}
          </Link>
        </h2>
        {status !== 'open' && <Badge tone={tones[status]}>{statuses[status]}</Badge>}
        {contact.blocked && <Badge tone="bad">{blocked}</Badge>}
      </div>
      <p className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
        <ChannelIcon channel={channel} label={channels[channel]} />
        <span className="truncate">
          {inbox.name}
          {status === 'snoozed' && (
            <> · {snoozed_until ? words.snoozedUntil(time.moment(snoozed_until)) : words.snoozedOpenly}</>
          )}
        </span>
      </p>
    </div>
  )
}

const tones = { open: 'plain', resolved: 'good', pending: 'accent', snoozed: 'warn' } as const

/** On a phone they stand in one line that can be pushed aside, so that the messages keep their room. */
function Facts({ children }: { children: ReactNode }) {
  const { header: words } = useThreadWords()
  return (
    <div
      role="group"
      aria-label={words.facts}
      className="flex items-center gap-x-1 gap-y-1 overflow-x-auto px-2 pb-1.5 sm:flex-wrap sm:overflow-visible sm:px-3.5
        max-sm:[scrollbar-width:none]"
    >
      {children}
    </div>
  )
}

/** The one thing that is done to every conversation in the end. */
function StatusButton({ conversation: { status }, acts }: Pick<Props, 'conversation' | 'acts'>) {
  const { acts: words } = useThreadWords()
  const isDone = status === 'resolved'
  const text = isDone ? words.reopen : words.resolve
  return (
    <Button
      look={isDone ? 'outline' : 'primary'}
      aria-label={text}
      aria-keyshortcuts="e"
      onClick={isDone ? acts.reopen : acts.resolve}
      icon={isDone ? <RotateCcw size={16} aria-hidden /> : <Check size={16} aria-hidden />}
      className="ml-1 @max-md/conversation:w-8 @max-md/conversation:px-0! pointer-coarse:@max-md/conversation:w-10"
    >
      <span className="@max-md/conversation:sr-only">{text}</span>
    </Button>
  )
}

/** Who of the team has it open too. */
function Viewers({ conversation_id }: { conversation_id: string }) {
  const { header: words } = useThreadWords()
  const viewers = usePresent(conversation_id, 'viewing')
  const text = words.viewing(viewers.map(({ name }) => name).join(', '))
  return (
    <div role="status" className="flex shrink-0 items-center">
      {viewers.length > 0 && (
        <Tooltip text={text}>
          <span className="flex -space-x-1.5">
            {viewers.slice(0, 3).map(({ id, name }) => (
              <span key={id} className="rounded-full ring-2 ring-surface">
                <Avatar name={name} size="sm" />
              </span>
            ))}
            <span className="sr-only">{text}</span>
          </span>
        </Tooltip>
      )}
    </div>
  )
}
