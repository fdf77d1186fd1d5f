import type { Signal } from '#contract/signals.ts'
import { toChat } from '#domains/access/visitors.ts'
import type { Said } from '#doors/live/stream.ts'
import type { Visitor } from '#kernel/operation.ts'
import type { Happened } from '#kernel/tail.ts'

/** What a visitor is told of what happens: their own conversation, and never what the team says among itself. */
export function hearAsVisitor({ inbox_id, source_id }: Visitor, said: Happened | Signal): Said | undefined {
  if (!('conversation' in said.payload)) return undefined
  const { conversation } = said.payload
  if (conversation.inbox.id !== inbox_id || conversation.source_id !== source_id) return undefined
  switch (said.name) {
    case 'message.received':
    case 'message.sent':
    case 'message.updated':
    case 'message.status_changed': {
      const { message } = said.payload
      return message.private ? undefined : { name: 'message', data: toChat(source_id, message) }
    }
    case 'conversation.created':
    case 'conversation.status_changed':
      return { name: 'conversation', data: { status: said.payload.conversation.status } }
    case 'conversation.read':
      return { name: 'read', data: { at: said.payload.conversation.agent_last_seen_at } }
    case 'conversation.typing': {
      const { author, typing } = said.payload
      if (said.payload.private || author.type === 'contact') return undefined
      return { name: 'typing', data: { name: author.name, typing } }
    }
    default:
      return undefined
  }
}
