import type { Conversation } from '#contract/records/conversation.ts'

type Due = { at: string; state: 'late' | 'soon' | 'near' }

const HOUR = 3_600_000

/**
 * When a conversation must be answered or resolved, if that is within four hours. Resolved conversations are never due,
 * and later deadlines would only be noise.
 */
export function dueOf({ status, sla }: Pick<Conversation, 'status' | 'sla'>, now: number): Due | undefined {
  const at = sla.first_response_due_at ?? sla.next_response_due_at ?? sla.resolution_due_at
  if (!at || status === 'resolved') return undefined
  const left = Date.parse(at) - now
  if (left > 4 * HOUR) return undefined
  return { at, state: left <= 0 ? 'late' : left <= HOUR ? 'soon' : 'near' }
}

/** A span in its largest unit: `12 min`, `3 h`, `2 d`. */
export function formatSpan(milliseconds: number, units: { minute: string; hour: string; day: string }): string {
  const minutes = Math.max(1, Math.round(Math.abs(milliseconds) / 60_000))
  if (minutes < 60) return `${minutes} ${units.minute}`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} ${units.hour}`
  return `${Math.floor(minutes / 1440)} ${units.day}`
}
