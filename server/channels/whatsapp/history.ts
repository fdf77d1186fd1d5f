import type { MessageStatus } from '#contract/records/conversation.ts'
import type { ChannelEvent, Person } from '#kernel/connector.ts'
import { object, objects, type Payload, text } from '#channels/meta/payload.ts'
import { type Change, factsOf, ignore } from './change.ts'
import { contentOf } from './content.ts'
import { readRevision } from './messages.ts'
import { identifiersOf, isSamePhone, personOf } from './people.ts'

/** Messages the business sent from elsewhere: its phone app, or another app on the same number. */
export function readEchoes(change: Change): ChannelEvent[] {
  return objects(change.value.message_echoes).map((message) => {
    const skip = (reason: string) => ignore(change, reason, message.timestamp)
    if (text(message.group_id)) return skip('Messages in groups are not taken in.')
    const facts = factsOf(change, message.timestamp)
    const revision = readRevision(message)
    if (revision) return { ...facts, ...revision }
    const external_id = text(message.id)
    const person = personOf(addresseeOf(message), objects(change.value.contacts))
    if (!person || !external_id) return skip('The message has no id or no recipient.')
    if (message.type === 'reaction') {
      const { message_id, emoji } = object(message.reaction)
      const target = text(message_id)
      if (!target) return skip('The reaction names no message.')
      return { kind: 'reaction', ...facts, target, person, emoji: text(emoji) ?? null, is_external: true }
    }
    const reply_to = text(object(message.context).id)
    return { kind: 'echo', ...facts, external_id, person, ...contentOf(message), reply_to }
  })
}

/** Conversations before the number was connected, in parts; files follow separately. */
export function readHistory(change: Change): ChannelEvent[] {
  const { value } = change
  const threads = objects(value.history).flatMap((part) => objects(part.threads))
  const events = [
    ...objects(value.history).flatMap((part) => objects(part.errors).map((error) => readError(change, error))),
    ...threads.flatMap((thread) => readThread(change, thread)),
    ...[...objects(value.messages), ...objects(value.message_echoes)].map((message) =>
      readPast(change, message, customerOf(change, message)),
    ),
  ]
  return events.length > 0 ? events : [ignore(change, 'The part of the history is empty.')]
}

function readError(change: Change, error: Payload): ChannelEvent {
  return ignore(change, `No history: ${text(error.message) ?? text(error.title) ?? 'no reason given'}`)
}

function readThread(change: Change, thread: Payload): ChannelEvent[] {
  const context = object(thread.context)
  const ids = identifiersOf(context)
  const wa_id = ids.wa_id ?? text(thread.id)
  const person = personOf({ ...ids, wa_id }, [...objects(change.value.contacts), { ...context, wa_id }])
  return objects(thread.messages).map((message) => readPast(change, message, person))
}

function readPast(change: Change, message: Payload, person: Person | undefined): ChannelEvent {
  const external_id = text(message.id)
  if (!person || !external_id) return ignore(change, 'A message of the history has no id or no person.')
  if (message.type === 'reaction' || readRevision(message))
    return ignore(change, 'Reactions and edits of the history are not taken in.', message.timestamp)
  const direction = isOwn(change, message) ? 'outgoing' : 'incoming'
  const reached = statuses.get(object(message.history_context).status) ?? 'sent'
  return {
    kind: 'history',
    ...factsOf(change, message.timestamp),
    external_id,
    person,
    ...contentOf(message),
    direction,
    status: direction === 'outgoing' ? reached : undefined,
    reply_to: text(object(message.context).id),
  }
}

const statuses = new Map<unknown, MessageStatus>([
  ['DELIVERED', 'delivered'],
  ['READ', 'read'],
  ['PLAYED', 'read'],
  ['ERROR', 'failed'],
])

/** The other side of a message outside a thread. */
function customerOf(change: Change, message: Payload): Person | undefined {
  const sender = {
    user_id: text(message.from_user_id),
    parent_user_id: text(message.from_parent_user_id),
    wa_id: text(message.from),
  }
  return personOf(isOwn(change, message) ? addresseeOf(message) : sender, objects(change.value.contacts))
}

function addresseeOf(message: Payload) {
  return {
    user_id: text(message.to_user_id),
    parent_user_id: text(message.to_parent_user_id),
    wa_id: text(message.to),
  }
}

/** Whether the business wrote it. Customers with a username have no number, and only they are without `from`. */
function isOwn({ value }: Change, message: Payload): boolean {
  const own = text(object(value.metadata).display_phone_number)?.replaceAll(/\D/g, '')
  return isSamePhone(own, text(message.from))
}
