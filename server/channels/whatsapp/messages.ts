import type { ChannelEvent, Person } from '#kernel/connector.ts'
import { object, objects, type Payload, text } from '#channels/meta/payload.ts'
import { readCards } from './cards.ts'
import { type Change, factsOf, ignore } from './change.ts'
import { contentOf } from './content.ts'
import { personOf, toPhone } from './people.ts'
import { referralOf } from './referral.ts'
import { readSystem } from './system.ts'

/** Messages, reactions, edits and deletions of customers. */
export function readMessages(change: Change, isStandby: boolean): ChannelEvent[] {
  return objects(change.value.messages).flatMap((message) => readMessage(change, message, isStandby))
}

function readMessage(change: Change, message: Payload, isStandby: boolean): ChannelEvent[] {
  const facts = factsOf(change, message.timestamp)
  const skip = (reason: string) => [ignore(change, reason, message.timestamp)]
  if (text(message.group_id)) return skip('Messages in groups are not taken in.')
  if (message.type === 'system') return [readSystem(change, message)]
  const revision = readRevision(message)
  if (revision) return [{ ...facts, ...revision }]

  const external_id = text(message.id)
  const person = senderOf(change, message)
  if (!person || !external_id) return skip('The message has no id or no sender.')
  const referral = referralOf(object(message.referral))
  if (message.type === 'reaction') return [readReaction(change, message, person)]
  if (message.type === 'request_welcome')
    return referral ? [{ kind: 'referral', ...facts, person, referral }] : skip('The customer only opened the chat.')

  const received: ChannelEvent = {
    kind: 'message',
    ...facts,
    external_id,
    person,
    ...contentOf(message),
    reply_to: text(object(message.context).id),
    referral,
    is_standby: isStandby || undefined,
  }
  return [received, ...linkPhone(change, message, person)]
}

/** An edit or deletion, by the customer or in the app of the business. */
export function readRevision(message: Payload) {
  const target = text(object(message[String(message.type)]).original_message_id)
  if (target === undefined) return undefined
  if (message.type === 'revoke') return { kind: 'deleted', target } as const
  if (message.type !== 'edit') return undefined
  return { kind: 'edited', target, content: contentOf(object(object(message.edit).message)).content } as const
}

function senderOf({ value }: Change, message: Payload): Person | undefined {
  const ids = {
    user_id: text(message.from_user_id),
    parent_user_id: text(message.from_parent_user_id),
    wa_id: text(message.from),
  }
  return personOf(ids, objects(value.contacts))
}

/** A reaction without emoji removes the one before. */
function readReaction(change: Change, { reaction, timestamp }: Payload, person: Person): ChannelEvent {
  const { message_id, emoji } = object(reaction)
  const target = text(message_id)
  if (!target) return ignore(change, 'The reaction names no message.', timestamp)
  return { kind: 'reaction', ...factsOf(change, timestamp), target, person, emoji: text(emoji) ?? null }
}

/** The customer shared their own number on request. Any other card may show anybody's. */
function linkPhone(change: Change, message: Payload, person: Person): ChannelEvent[] {
  if (message.type !== 'contacts' || message.origin !== 'contact_request') return []
  const card = readCards(message.contacts)[0]
  const [wa_id] = card?.wa_ids ?? []
  const phone_number = toPhone(wa_id) ?? card?.phones[0]
  if (phone_number === undefined) return []
  const known = [person.source_id, ...(person.aliases ?? [])]
  const aliases = [...new Set([...known.slice(1), ...(wa_id ? [wa_id] : [])])]
  const linked = { ...person, aliases, phone_number }
  return [{ kind: 'identity', ...factsOf(change, message.timestamp), person: linked, previous: known }]
}
