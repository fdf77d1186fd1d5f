import type { Signal } from '#contract/signals.ts'
import type { SurveyLinks } from '#domains/access/public/survey-links.ts'
import { toChatMessage } from '#domains/access/public/visitors.ts'
import type { SseMessage } from '#doors/live/stream.ts'
import type { Visitor } from '#kernel/operation.ts'
import type { StoredEvent } from '#kernel/event-log.ts'

/** The message a visitor receives for an event: only of their own conversation, and never what is private to the team. */
export function toVisitorMessage(
  links: SurveyLinks,
  { inbox_id, source_id }: Visitor,
  event: StoredEvent | Signal,
): SseMessage | undefined {
  if (!('conversation' in event.payload)) return undefined
  const { conversation } = event.payload
  if (conversation.inbox.id !== inbox_id || conversation.source_id !== source_id) return undefined
  switch (event.name) {
    case 'message.received':
    case 'message.sent':
    case 'message.updated':
    case 'message.status_changed': {
      const { message } = event.payload
      if (message.private || message.status === 'scheduled') return undefined
      return { name: 'message', data: toChatMessage(links, source_id, message) }
    }
    case 'conversation.created':
    case 'conversation.status_changed':
      return { name: 'conversation', data: { status: event.payload.conversation.status } }
    case 'conversation.read':
      return { name: 'read', data: { at: event.payload.conversation.agent_last_seen_at } }
    case 'conversation.typing': {
      const { author, typing } = event.payload
      if (event.payload.private || author.type === 'contact') return undefined
      return { name: 'typing', data: { name: author.name, typing } }
    }
    default:
      return undefined
  }
}
