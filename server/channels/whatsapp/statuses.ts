import type { ChannelEvent } from '#kernel/connector.ts'
import { failureOf, graphError } from '#channels/meta/errors.ts'
import { compact, object, objects, type Payload, text } from '#channels/meta/payload.ts'
import { type Change, factsOf, ignore } from './change.ts'
import { whatsappRefusal } from './errors.ts'
import { identifiersOf, personOf } from './people.ts'

const statuses = { sent: 'sent', delivered: 'delivered', read: 'read', played: 'read', failed: 'failed' } as const

/** Progress of messages the business sent. */
export function readStatuses(change: Change): ChannelEvent[] {
  return objects(change.value.statuses).flatMap((status) => readStatus(change, status))
}

function readStatus(change: Change, status: Payload): ChannelEvent[] {
  const skip = (reason: string) => [ignore(change, reason, status.timestamp)]
  if (status.recipient_type === 'group') return skip('Messages in groups are not taken in.')
  if (status.type === 'call') return skip('Calls are not taken in.')
  const target = text(status.id)
  const reached = statusOf(status.status)
  if (!target || !reached) return skip(`The status “${text(status.status) ?? ''}” is not known.`)
  const facts = factsOf(change, status.timestamp)
  const person = recipientOf(change, status)
  const failure = reached === 'failed' ? readFailure(status) : undefined
  const attributes = attributesOf(status, facts.occurred_at)
  const client_ref = text(status.biz_opaque_callback_data)
  const event: ChannelEvent = {
    kind: 'status',
    ...facts,
    target,
    client_ref,
    status: reached,
    failure,
    person,
    attributes,
  }
  if (failure?.code !== 'recipient_opted_out' || !person) return [event]
  return [event, { kind: 'consent', ...facts, person, marketing: false }]
}

function statusOf(status: unknown) {
  const name = text(status) ?? ''
  return Object.hasOwn(statuses, name) ? statuses[name as keyof typeof statuses] : undefined
}

/** Failed statuses have no list of contacts, and no phone number for a recipient known by id. */
function recipientOf({ value }: Change, status: Payload) {
  const ids = {
    user_id: text(status.recipient_user_id),
    parent_user_id: text(status.recipient_parent_user_id) ?? text(status.parent_recipient_user_id),
    wa_id: text(status.recipient_id),
  }
  return personOf(ids, objects(value.contacts))
}

function readFailure(status: Payload) {
  const error = graphError({ error: objects(status.errors)[0] })
  return failureOf(
    error ?? { code: -1, subcode: undefined, message: 'No reason given.', is_transient: false },
    whatsappRefusal,
  )
}

/** Price and conversation as Meta reports them, and when a voice note was played. */
function attributesOf(status: Payload, occurred_at: string): Record<string, unknown> | undefined {
  const { pricing, conversation } = status
  const kept = compact({
    pricing: pricing === undefined ? undefined : object(pricing),
    conversation: conversation === undefined ? undefined : object(conversation),
    played_at: status.status === 'played' ? occurred_at : undefined,
  })
  return Object.keys(kept).length > 0 ? kept : undefined
}

/** Customers who stop or resume marketing messages. */
export function readPreferences(change: Change): ChannelEvent[] {
  return objects(change.value.user_preferences).map((preference) => {
    const person = personOf(identifiersOf(preference), objects(change.value.contacts))
    const isStop = preference.value === 'stop'
    const isKnown = preference.category === 'marketing_messages' && (isStop || preference.value === 'resume')
    if (!person || !isKnown) return ignore(change, 'This preference is not known.', preference.timestamp)
    return { kind: 'consent', ...factsOf(change, preference.timestamp), person, marketing: !isStop }
  })
}
