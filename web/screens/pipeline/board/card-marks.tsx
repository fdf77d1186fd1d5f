import type { ReactNode } from 'react'
import { CalendarClock, CircleAlert, Hourglass, Snowflake } from 'lucide-react'
import type { Next } from '#web/screens/pipeline/use-next-activities.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useTime } from '#web/time.ts'
import { cx } from '#web/ui/cx.ts'
import type { Card } from './use-move.ts'

/** What wants attention: what is due, how long it has been here, and whether it is going cold. */
export function CardMarks({ card, next }: { card: Card; next: Next | undefined }) {
  const { card: words, activity } = usePipelineWords()
  const time = useTime()
  const days = daysSince(card.stage_entered_at)
  const spent = days === 0 ? words.today : words.days(days)
  const outcome = outcomes[card.status]
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2.5 gap-y-1 text-xs text-ink-3">
      {outcome && <Mark>{words[outcome]}</Mark>}
      {next?.due_at && (
        <NextMark
          due_at={next.due_at}
          what={(activity as Record<string, string>)[next.type] ?? next.type}
          when={time.away(next.due_at)}
        />
      )}
      {card.rotting && (
        <Mark tone="warn" icon={<Snowflake size={13} aria-hidden />}>
          {words.rotting}
        </Mark>
      )}
      <Mark icon={<Hourglass size={13} aria-hidden />} title={words.inStage(spent)}>
        <span aria-hidden>{days === 0 ? words.today : words.short(days)}</span>
        <span className="sr-only">{words.inStage(spent)}</span>
      </Mark>
    </div>
  )
}

function NextMark({ due_at, what, when }: { due_at: string; what: string; when: string }) {
  const { card: words } = usePipelineWords()
  const isOverdue = Date.parse(due_at) < Date.now()
  const Icon = isOverdue ? CircleAlert : CalendarClock
  return (
    <Mark
      tone={isOverdue ? 'bad' : 'plain'}
      icon={<Icon size={13} aria-hidden />}
      title={isOverdue ? words.overdue(what, when) : words.planned(what, when)}
    >
      {what} {when}
    </Mark>
  )
}

type MarkProps = { tone?: keyof typeof tones; icon?: ReactNode; title?: string; children: ReactNode }

const Mark = ({ tone = 'plain', icon, title, children }: MarkProps) => (
  <span title={title} className={cx('inline-flex min-w-0 items-center gap-1', tones[tone])}>
    {icon}
    <span className="truncate">{children}</span>
  </span>
)

const tones = { plain: '', warn: 'font-medium text-warn-text', bad: 'font-medium text-danger-text' }

const outcomes: Partial<Record<Card['status'], 'converted' | 'lost' | 'won'>> = {
  converted: 'converted',
  unqualified: 'lost',
  lost: 'lost',
  won: 'won',
}

const daysSince = (at: string) => Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 86_400_000))
