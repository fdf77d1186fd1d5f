import type { Message, MessageAuthor } from '#contract/records/conversation.ts'
import type { Outgoing } from '#web/screens/inbox/composer/outbox.ts'
import type { ThreadMessage } from './group-messages.ts'

/** Appends pending messages to those of the server. The result is oldest first, each message once. */
export function mergePending(
  messages: readonly Message[],
  outbox: readonly Outgoing[],
  me: MessageAuthor,
): ThreadMessage[] {
  // A cancelled message never took its place in the thread.
  const shown = messages.filter(({ status, deleted }) => status !== 'scheduled' || !deleted)
  const known = new Map(shown.map((message) => [message.id, message]))
  const pending = outbox.filter(({ message }) => !message || !known.has(message.id))
  return [...[...known.values()].toReversed(), ...pending.map((outgoing) => asMessage(outgoing, me))]
}

/** Keys of the pending messages that the server has returned. */
export function findArrived(messages: readonly Message[], outbox: readonly Outgoing[]): string[] {
  const ids = new Set(messages.map(({ id }) => id))
  return outbox.filter(({ message }) => message && ids.has(message.id)).map(({ key }) => key)
}

function asMessage(outgoing: Outgoing, author: MessageAuthor): ThreadMessage {
  if (outgoing.message) return outgoing.message
  const {
    key,
    conversation_id,
    content,
    created_at,
    private: isPrivate,
    files,
    reply_to,
    voice,
    scheduled_at,
  } = outgoing
  return {
    id: key,
    conversation_id,
    direction: 'outgoing',
    author,
    content: content || null,
    ...contentOf(outgoing),
    attachments: files.map(({ token, ...file }) => ({
      ...file,
      id: token,
      url: '',
      state: 'stored',
      voice: voice ?? false,
      duration_seconds: null,
    })),
    private: isPrivate,
    status: scheduled_at ? 'scheduled' : 'sent',
    failure: null,
    external_id: null,
    reply_to: reply_to ? { ...reply_to, external_id: null } : null,
    reactions: [],
    edited_at: null,
    scheduled_at: scheduled_at ?? null,
    deleted: false,
    created_at,
    updated_at: created_at,
    outgoing,
  }
}

function contentOf({ template, buttons, list }: Outgoing): Pick<Message, 'content_type' | 'content_attributes'> {
  if (template) return { content_type: 'template', content_attributes: { ...template } }
  if (buttons) return { content_type: 'buttons', content_attributes: { items: buttons } }
  return list
    ? { content_type: 'list', content_attributes: { ...list } }
    : { content_type: 'text', content_attributes: {} }
}
