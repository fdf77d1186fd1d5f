import { Clock, Star } from '#web/ui/icons.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import { useTime } from '#web/app/format/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatSpan } from '#web/screens/inbox/list/due.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useNow } from '#web/ui/use-now.ts'

const SOON_MILLISECONDS = 30 * 60_000

/** The SLA deadlines of the conversation. */
export function DueBadges({ sla }: Pick<Conversation, 'sla'>) {
  const { sla: words } = useThreadWords()
  const { first_response_due_at, next_response_due_at, resolution_due_at } = sla
  return (
    <>
      <DueBadge what={words.response} at={first_response_due_at ?? next_response_due_at} />
      <DueBadge what={words.resolution} at={resolution_due_at} />
    </>
  )
}

function DueBadge({ what, at }: { what: string; at: string | null }) {
  const { sla: words } = useThreadWords()
  const { list } = useInboxWords()
  const time = useTime()
  const now = useNow()
  if (!at) return null
  const left = Date.parse(at) - now
  const text = (left < 0 ? words.overdue : words.due)(what, time.away(at))
  return (
    <span title={`${text} · ${time.full(at)}`} className="inline-flex shrink-0 tabular-nums">
      <Badge tone={left < 0 ? 'bad' : left < SOON_MILLISECONDS ? 'warn' : 'plain'}>
        <Clock size={12} aria-hidden />
        <span aria-hidden>
          {what} {left < 0 && '−'}
          {formatSpan(left, list.units)}
        </span>
        <span className="sr-only">{text}</span>
      </Badge>
    </span>
  )
}

/** The customer's latest satisfaction rating. */
export function RatingBadge({ messages }: { messages: readonly Message[] }) {
  const { header: words } = useThreadWords()
  const rating = messages.map(({ content_attributes }) => content_attributes['rating']).find(isRating)
  if (rating === undefined) return null
  return (
    <span title={words.rated(rating)} className="inline-flex shrink-0">
      <Badge tone={rating >= 4 ? 'good' : rating === 3 ? 'plain' : 'bad'}>
        <Star size={12} aria-hidden />
        <span aria-hidden>{rating}/5</span>
        <span className="sr-only">{words.rated(rating)}</span>
      </Badge>
    </span>
  )
}

const isRating = (value: unknown): value is number => typeof value === 'number'
