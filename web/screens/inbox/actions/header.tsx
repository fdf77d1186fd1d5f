import { useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, ChevronDown, PanelRight, RotateCcw } from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { usePresent } from '#web/live/signals.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import type { Detail } from '#web/screens/inbox/thread/use-messages.ts'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { AssignPicker } from './assign-picker.tsx'
import { ChannelIcon } from '#web/features/conversations/channel-icon.tsx'
import { DueBadges, RatingBadge } from './due-badges.tsx'
import { FollowersPicker } from './followers-picker.tsx'
import { LabelBar } from './label-bar.tsx'
import { MacroPicker } from './macro-picker.tsx'
import { MoreMenu } from './more-menu.tsx'
import { PriorityMenu } from './priority-menu.tsx'
import { SnoozeMenu } from '#web/screens/inbox/snooze/snooze-menu.tsx'
import { TeamPicker } from './team-picker.tsx'
import type { Actions } from './use-actions.ts'
import { useBackToList } from './use-back-to-list.ts'
import type { Neighbours } from './use-neighbours.ts'
import type { Popups } from './use-popups.ts'

type Props = {
  conversation: Conversation
  detail: Detail | undefined
  actions: Actions
  popups: Popups
  /** One of the pickers of the properties is open. */
  isPicking: boolean
  neighbours: Neighbours
  isPanelOpen: boolean
  onTogglePanel: () => void
}

/** The contact, the actions and the properties of the conversation. */
export function Header(props: Props) {
  const { conversation, detail, actions, popups, isPicking, neighbours, isPanelOpen, onTogglePanel } = props
  const { header: words } = useThreadWords()
  // A phone shows the properties on demand, so that the messages keep their room.
  const isWide = useWide(40)
  const [isExpanded, expand] = useState(false)
  if (isPicking && !isExpanded) expand(true)
  return (
    <header className="shrink-0 border-b border-line">
      <div className="flex min-h-14 items-center gap-2.5 py-2 pr-2 pl-2 max-sm:gap-1 max-sm:py-1 max-sm:pl-1 sm:pl-4">
        <Back />
        <span className="@max-lg/conversation:hidden">
          <Avatar name={conversation.contact.name} src={conversation.contact.avatar_url} />
        </span>
        <Contact conversation={conversation} isExpanded={isExpanded} onToggle={() => expand(!isExpanded)} />
        <Viewers conversation_id={conversation.id} />
        <div role="group" aria-label={words.actions} className="flex shrink-0 items-center gap-0.5">
          <SnoozeMenu actions={actions} {...popups('snooze')} />
          <MoreMenu conversation={conversation} actions={actions} neighbours={neighbours} deal={popups('deal')} />
          <IconButton
            label={words.panel}
            hotkey="d"
            aria-pressed={isPanelOpen}
            onClick={onTogglePanel}
            className={isPanelOpen ? 'text-accent-text!' : ''}
          >
            <PanelRight size={16} aria-hidden />
          </IconButton>
          <StatusButton conversation={conversation} actions={actions} />
        </div>
      </div>
      {(isWide || isExpanded) && (
        <Properties>
          <PropertyRow>
            <AssignPicker conversation={conversation} actions={actions} {...popups('assign')} />
            <TeamPicker conversation={conversation} actions={actions} {...popups('team')} />
            <PriorityMenu conversation={conversation} actions={actions} {...popups('priority')} />
            {detail && <FollowersPicker detail={detail} {...popups('followers')} />}
            <MacroPicker conversation={conversation} {...popups('macros')} />
            <DueBadges sla={conversation.sla} />
            {detail && <RatingBadge messages={detail.messages} />}
          </PropertyRow>
          <PropertyRow>
            <LabelBar conversation={conversation} actions={actions} {...popups('labels')} />
          </PropertyRow>
        </Properties>
      )}
    </header>
  )
}

/** A link to the list, which goes back in the history where the list is the page before. */
function Back() {
  const { back } = useThreadWords()
  const { id: account_id } = useAccount()
  const goBack = useBackToList()
  return (
    <Link
      to="/app/$account_id/conversations"
      params={{ account_id }}
      search={true}
      aria-label={back}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        goBack()
      }}
      className={cx(buttonClass(), 'w-10 px-0! lg:hidden')}
    >
      <ArrowLeft size={18} aria-hidden />
    </Link>
  )
}

type ContactProps = { conversation: Conversation; isExpanded: boolean; onToggle: () => void }

function Contact({ conversation, isExpanded, onToggle }: ContactProps) {
  const { contact, inbox, channel, status, snoozed_until } = conversation
  const { header: words, blocked } = useThreadWords()
  const { statuses, channels } = useConversationWords()
  const { id: account_id } = useAccount()
  const time = useTime()
  return (
    <div className="min-w-0 flex-1">
      <div className="flex min-w-0 items-center gap-2">
        <h2 className="min-w-0 truncate text-base font-semibold">
          <Link
            to="/app/$account_id/contacts/$contact_id"
            params={{ account_id, contact_id: contact.id }}
            className="block truncate rounded leading-6 hover:underline"
          >
            {contact.name}
          </Link>
        </h2>
        {status !== 'open' && <Badge tone={tones[status]}>{statuses[status]}</Badge>}
        {contact.blocked && <Badge tone="bad">{blocked}</Badge>}
      </div>
      <div className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
        <p className="flex min-w-0 items-center gap-1.5">
          <ChannelIcon channel={channel} size={13} label={channels[channel]} />
          <span className="truncate">
            {inbox.name}
            {status === 'snoozed' && (
              <> · {snoozed_until ? words.snoozedUntil(time.moment(snoozed_until)) : words.snoozedUntilReply}</>
            )}
          </span>
        </p>
        <button
          type="button"
          aria-label={words.properties}
          aria-expanded={isExpanded}
          onClick={onToggle}
          className="relative -my-1 grid size-6 shrink-0 place-items-center rounded-md hover:bg-hover sm:hidden
            before:absolute before:-inset-x-2 before:-bottom-2 before:top-0 aria-expanded:rotate-180"
        >
          <ChevronDown size={14} aria-hidden />
        </button>
      </div>
    </div>
  )
}

const tones = { open: 'plain', resolved: 'good', pending: 'accent', snoozed: 'warn' } as const

function Properties({ children }: { children: ReactNode }) {
  const { header: words } = useThreadWords()
  return (
    <div role="group" aria-label={words.properties} className="flex flex-wrap items-center gap-1 px-2 pb-1.5 sm:px-3.5">
      {children}
    </div>
  )
}

/** Properties on one line: they get narrower first, then they scroll. */
const PropertyRow = ({ children }: { children: ReactNode }) => (
  <div className="-m-1 flex max-w-[calc(100%+0.5rem)] min-w-0 items-center gap-1 overflow-x-auto p-1 [scrollbar-width:none]">
    {children}
  </div>
)

/** Resolves or reopens the conversation. */
function StatusButton({ conversation: { status }, actions }: Pick<Props, 'conversation' | 'actions'>) {
  const { actions: words } = useThreadWords()
  const isDone = status === 'resolved'
  const text = isDone ? words.reopen : words.resolve
  return (
    <Button
      look={isDone ? 'outline' : 'primary'}
      aria-label={text}
      aria-keyshortcuts="e"
      onClick={isDone ? actions.reopen : () => actions.resolve()}
      icon={isDone ? <RotateCcw size={16} aria-hidden /> : <Check size={16} aria-hidden />}
      className="ml-1 @max-md/conversation:w-8 @max-md/conversation:px-0! pointer-coarse:@max-md/conversation:w-10"
    >
      <span className="@max-md/conversation:sr-only">{text}</span>
    </Button>
  )
}

/** Other agents who have the conversation open. */
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
