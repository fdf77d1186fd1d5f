import { ChevronDown, ChevronUp, ChevronsUp, Equal, Timer } from 'lucide-react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useTime } from '#web/time.ts'
import { cx } from '#web/ui/cx.ts'
import { dueOf, spell } from './due.ts'
import { useNow } from './use-now.ts'

/** By when it is to be answered. */
export function DueMark({ conversation }: { conversation: Conversation }) {
  const { list: words } = useInboxWords()
  const time = useTime()
  const now = useNow()
  const due = dueOf(conversation, now)
  if (!due) return null
  const text = spell(Date.parse(due.at) - now, words.units)
  const label = due.state === 'late' ? words.late(text) : words.due(text)
  return (
    <span
      onPointerEnter={({ currentTarget }) => (currentTarget.title = `${label} · ${time.full(due.at)}`)}
      className={cx(
        'inline-flex h-4.5 items-center gap-0.5 rounded-full px-1.5 text-2xs font-medium whitespace-nowrap tabular-nums',
        tones[due.state],
      )}
    >
      <Timer size={11} aria-hidden />
      <span aria-hidden>{due.state === 'late' ? `−${text}` : text}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

const tones = { late: 'bg-danger-soft text-danger-text', soon: 'bg-warn-soft text-warn-text', near: 'text-ink-3' }

/** How urgent it is, where that was said. */
export function PriorityMark({ priority }: Pick<Conversation, 'priority'>) {
  const { priorities } = useInboxWords()
  if (priority === 'none') return null
  const { icon: Icon, className } = marks[priority]
  return (
    <span role="img" aria-label={priorities[priority]} title={priorities[priority]} className={className}>
      <Icon size={15} strokeWidth={2.4} aria-hidden />
    </span>
  )
}

const marks = {
  urgent: { icon: ChevronsUp, className: 'text-danger-text' },
  high: { icon: ChevronUp, className: 'text-warn-text' },
  medium: { icon: Equal, className: 'text-ink-3' },
  low: { icon: ChevronDown, className: 'text-ink-3' },
}
