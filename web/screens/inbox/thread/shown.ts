import type { Message, MessageAuthor } from '#contract/records/conversation.ts'
import type { Outgoing } from '#web/screens/inbox/composer/outbox.ts'
import type { Shown } from './grouping.ts'

/** What the server has, newest first, and after it what is on its way: oldest first, each once. */
export function shownOf(messages: readonly Message[], outbox: readonly Outgoing[], me: MessageAuthor): Shown[] {
  const known = new Map(messages.map((message) => [message.id, message]))
  const waiting = outbox.filter(({ message }) => !message || !known.has(message.id))
  return [...[...known.values()].toReversed(), ...waiting.map((outgoing) => shown(outgoing, me))]
}

/** The keys of what has arrived and need not be kept any longer. */
export function arrivedOf(messages: readonly Message[], outbox: readonly Outgoing[]): string[] {
  const ids = new Set(messages.map(({ id }) => id))
  return outbox.filter(({ message }) => message && ids.has(message.id)).map(({ key }) => key)
}

function shown(outgoing: Outgoing, author: MessageAuthor): Shown {
  if (outgoing.message) return outgoing.message
  const { key, conversation_id, content, created_at, private: isPrivate, files } = outgoing
  return {
    id: key,
    conversation_id,
    direction: 'outgoing',
    author,
    content: content || null,
    content_type: 'text',
    content_attributes: {},
    attachments: files.map(({ token, ...file }) => ({ ...file, id: token, url: '' })),
    private: isPrivate,
    status: 'sent',
    external_id: null,
    deleted: false,
    created_at,
    updated_at: created_at,
    outgoing,
  }
}
