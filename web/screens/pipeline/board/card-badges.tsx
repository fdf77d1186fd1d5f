import type { ReactNode } from 'react'
import {
  CalendarClock,
  CircleAlert,
  Hourglass,
  Phone,
  Snowflake,
  SquareCheck,
  Users,
  type IconComponent,
} from '#web/ui/icons.ts'
import type { NextActivity } from '#web/screens/pipeline/use-next-activities.ts'
import { useActivityWords } from '#web/features/activities/words.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useTime } from '#web/app/format/time.ts'
import { cx } from '#web/ui/cx.ts'
import type { Card } from './use-move.ts'

/** Outcome, time in the stage, next activity and going-cold warning of a card. */
export function CardBadges({ card, next }: { card: Card; next: NextActivity | null | undefined }) {
  const { card: words } = usePipelineWords()
  const days = daysSince(card.stage_entered_at)
  const spent = days === 0 ? words.today : words.days(days)
  const outcome = outcomes[card.status]
  return (
    <div className="flex min-w-0 gap-2.5 text-xs text-ink-3">
      {outcome && <Mark>{words[outcome]}</Mark>}
      <Mark
        firm
        tone={card.rotting ? 'warn' : 'plain'}
        icon={card.rotting ? <Snowflake size={13} aria-hidden /> : <Hourglass size={13} aria-hidden />}
        title={[card.rotting && words.rotting, words.inStage(spent)].filter(Boolean).join(' · ')}
      >
        <span aria-hidden>{days === 0 ? words.today : words.short(days)}</span>
        <span className="sr-only">{words.inStage(spent)}</span>
      </Mark>
      {next?.due_at && <NextMark type={next.type} due_at={next.due_at} />}
      {next === null && !outcome && (
        <Mark tone="warn" icon={<CalendarClock size={13} aria-hidden />} title={words.unplanned}>
          {words.unplanned}
        </Mark>
      )}
      {card.rotting && (
        <Mark tone="warn">
          <span className={cx((next === null || next?.due_at) && 'sr-only')}>{words.rotting}</span>
        </Mark>
      )}
    </div>
  )
}

/** The next activity: its icon and when it is due. */
function NextMark({ type, due_at }: { type: NextActivity['type']; due_at: string }) {
  const { card: words } = usePipelineWords()
  const { types } = useActivityWords()
  const when = useTime().away(due_at)
  const what = (types as Record<string, string>)[type] ?? type
  const isOverdue = Date.parse(due_at) < Date.now()
  const label = isOverdue ? words.overdue(what, when) : words.planned(what, when)
  const Icon = isOverdue ? CircleAlert : (icons[type] ?? CalendarClock)
  return (
    <Mark tone={isOverdue ? 'bad' : 'plain'} icon={<Icon size={13} aria-hidden />} title={label}>
      <span aria-hidden>{when}</span>
      <span className="sr-only">{label}</span>
    </Mark>
  )
}

const icons: Partial<Record<string, IconComponent>> = { call: Phone, meeting: Users, task: SquareCheck }

type MarkProps = {
  tone?: keyof typeof tones
  icon?: ReactNode
  title?: string
  /** Keeps its full width when space is short. */
  firm?: boolean
  children: ReactNode
}

const Mark = ({ tone = 'plain', icon, title, firm = false, children }: MarkProps) => (
  <span
    title={title}
    className={cx('inline-flex items-center gap-1 [&_svg]:shrink-0', firm ? 'shrink-0' : 'min-w-0', tones[tone])}
  >
    {icon}
    <span className="truncate">{children}</span>
  </span>
)

const tones = { plain: '', warn: 'font-medium text-warn-text', bad: 'font-medium text-danger-text' }

const outcomes: Partial<Record<Card['status'], 'converted' | 'unqualified' | 'lost' | 'won'>> = {
  converted: 'converted',
  unqualified: 'unqualified',
  lost: 'lost',
  won: 'won',
}

const daysSince = (at: string) => Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 86_400_000))
