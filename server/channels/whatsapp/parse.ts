import type { ChannelEvent, Connection } from '#kernel/connector.ts'
import { compact, moment, object, objects, type Payload, readPayload, text } from '#channels/meta/payload.ts'
import { readAccountChange } from './account-events.ts'
import { type Change, ignore } from './change.ts'
import type { WhatsAppCredentials } from './credentials.ts'
import { readEchoes, readHistory } from './history.ts'
import { readMessages } from './messages.ts'
import { readPreferences, readStatuses } from './statuses.ts'

/** All events of a body, in the order they occurred; see the interface. */
export function parse(
  body: Buffer,
  connection: Pick<Connection<WhatsAppCredentials>, 'credentials'>,
  received_at: string,
): ChannelEvent[] {
  const payload = readPayload(body)
  if (payload?.object !== 'whatsapp_business_account')
    return [{ kind: 'ignored', occurred_at: received_at, reason: 'Not a WhatsApp notification.' }]
  const events = objects(payload.entry).flatMap((entry) =>
    objects(entry.changes).flatMap((change) =>
      readChange(text(change.field) ?? '', {
        account: accountOf(entry, object(change.value), connection.credentials),
        received_at: moment(entry.time) ?? received_at,
        value: object(change.value),
      }),
    ),
  )
  if (events.length === 0) return [{ kind: 'ignored', occurred_at: received_at, reason: 'The notification is empty.' }]
  const byTime = (a: ChannelEvent, b: ChannelEvent) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at)
  return events.map(compact).toSorted(byTime)
}

/** Changes of messages name the phone number; others concern the business account and thus all of its numbers. */
function accountOf(entry: Payload, value: Payload, credentials: WhatsAppCredentials): string | undefined {
  const number = text(object(value.metadata).phone_number_id)
  const business = text(object(value.waba_info).waba_id) ?? text(entry.id)
  return number ?? (business === credentials.business_account_id ? credentials.phone_number_id : business)
}

function readChange(field: string, change: Change): ChannelEvent[] {
  if (field === 'messages') return readConversation(change, false)
  // Conversations another app answers at the moment come one level deeper.
  if (field === 'standby') return readConversation(inside(change, 'standby'), true)
  if (field === 'smb_message_echoes') return readEchoes(change)
  if (field === 'history') return readHistory(change)
  if (field === 'user_preferences') return readPreferences(change)
  return [readAccountChange(field, change)]
}

function readConversation(change: Change, isStandby: boolean): ChannelEvent[] {
  const events = [...readMessages(change, isStandby), ...readEchoes(change), ...readStatuses(change)]
  if (events.length > 0) return events
  const [error] = objects(change.value.errors)
  const reason = error && (text(error.message) ?? text(error.title))
  return [ignore(change, reason ? `WhatsApp reports an error: ${reason}` : 'The notification is empty.')]
}

function inside(change: Change, key: string): Change {
  return { ...change, value: { ...change.value, ...object(change.value[key]) } }
}
