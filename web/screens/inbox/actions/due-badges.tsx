import { Clock, Star } from 'lucide-react'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import { useTime } from '#web/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { useNow } from './use-now.ts'

const SOON_MILLISECONDS = 30 * 60_000

/** By when the customer is to be answered and helped. */
export function DueBadges({ sla }: Pick<Conversation, 'sla'>) {
  const { sla: words } = useThreadWords()
  const { first_response_due_at, next_response_due_at, resolution_due_at } = sla
  return (
    <>
      <Due what={words.response} at={first_response_due_at ?? next_response_due_at} />
      <Due what={words.resolution} at={resolution_due_at} />
    </>
  )
}

function Due({ what, at }: { what: string; at: string | null }) {
  const { sla: words } = useThreadWords()
  const time = useTime()
  const now = useNow()
  if (!at) return null
  const left = Date.parse(at) - now
  const say = left < 0 ? words.overdue : words.due
  return (
    <span title={time.full(at)} className="inline-flex">
      <Badge tone={left < 0 ? 'bad' : left < SOON_MILLISECONDS ? 'warn' : 'plain'}>
        <Clock size={12} aria-hidden />
        {say(what, time.away(at))}
      </Badge>
    </span>
  )
}

/** What the customer last said of how they were helped. */
export function RatedBadge({ messages }: { messages: readonly Message[] }) {
  const { header: words } = useThreadWords()
  const rating = messages.map(({ content_attributes }) => content_attributes['rating']).find(isRating)
  if (rating === undefined) return null
  return (
    <span title={words.rated(rating)} className="inline-flex">
      <Badge tone={rating >= 4 ? 'good' : rating === 3 ? 'plain' : 'bad'}>
        <Star size={12} aria-hidden />
        <span aria-hidden>{rating}/5</span>
        <span className="sr-only">{words.rated(rating)}</span>
      </Badge>
    </span>
  )
}

const isRating = (value: unknown): value is number => typeof value === 'number'
