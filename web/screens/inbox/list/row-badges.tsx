import { Timer } from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { PriorityIcon } from '#web/screens/inbox/priority-icon.tsx'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useTime } from '#web/app/format/time.ts'
import { cx } from '#web/ui/cx.ts'
import { dueOf, formatSpan } from './due.ts'
import { useNow } from '#web/ui/use-now.ts'

/** The time left until the conversation is due. */
export function DueBadge({ conversation }: { conversation: Conversation }) {
  const { list: words } = useInboxWords()
  const time = useTime()
  const now = useNow()
  const due = dueOf(conversation, now)
  if (!due) return null
  const text = formatSpan(Date.parse(due.at) - now, words.units)
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

/** The priority, if one is set. */
export function PriorityBadge({ priority }: Pick<Conversation, 'priority'>) {
  const { priorities } = useInboxWords()
  if (priority === 'none') return null
  return (
    <span role="img" aria-label={priorities[priority]} title={priorities[priority]}>
      <PriorityIcon priority={priority} />
    </span>
  )
}
