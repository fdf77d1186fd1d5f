import type { ChannelEvent } from '#kernel/connector.ts'
import { object, type Payload, text } from '#channels/meta/payload.ts'
import { type Change, factsOf, ignore } from './change.ts'
import { personOf } from './people.ts'

/** A customer's new number or id. These messages come without a list of contacts. */
export function readSystem(change: Change, message: Payload): ChannelEvent {
  const system = object(message.system)
  const type = text(system.type) ?? ''
  if (!/^(user|customer)_changed_(number|user_id)$/.test(type))
    return ignore(change, `System message: ${text(system.body) ?? type}`, message.timestamp)
  const before = text(message.from)
  const hasSameNumber = type.endsWith('user_id')
  const ids = {
    user_id: text(system.user_id),
    parent_user_id: text(system.parent_user_id),
    wa_id: text(system.wa_id) ?? text(system.new_wa_id) ?? (hasSameNumber ? before : undefined),
  }
  const person = personOf(ids, [])
  const previous = [text(system.previous_user_id), text(system.previous_parent_user_id), before, text(system.customer)]
  const known = [...new Set(previous.filter((each) => each !== undefined))]
  if (!person || known.length === 0)
    return ignore(change, 'The change of an identity names no person.', message.timestamp)
  return { kind: 'identity', ...factsOf(change, message.timestamp), person, previous: known, note: text(system.body) }
}
