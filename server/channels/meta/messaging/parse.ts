import type { ChannelEvent } from '#kernel/connector.ts'
import { compact, moment, objects, type Payload, readPayload, text } from '#channels/meta/payload.ts'
import { readEvent } from './events.ts'

/** The products of Meta whose notifications have this form. */
export type Product = { object: 'page' | 'instagram'; name: 'Messenger' | 'Instagram' }

/** All events of a body of Messenger or Instagram, in the order they occurred. */
export function parseMessaging(product: Product, body: Buffer, received_at: string): ChannelEvent[] {
  const payload = readPayload(body)
  if (payload?.object !== product.object)
    return [{ kind: 'ignored', occurred_at: received_at, reason: `Not a ${product.name} notification.` }]
  const events = objects(payload.entry).flatMap((entry) => readEntry(product, entry, received_at))
  if (events.length === 0) return [{ kind: 'ignored', occurred_at: received_at, reason: 'The notification is empty.' }]
  const byTime = (a: ChannelEvent, b: ChannelEvent) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at)
  return events.map(compact).toSorted(byTime)
}

function readEntry(product: Product, entry: Payload, received_at: string): ChannelEvent[] {
  const account = text(entry.id)
  const delivered_at = moment(entry.time) ?? received_at
  const read = (event: Payload, isStandby: boolean) =>
    readEvent({ product, entry_id: account, received_at: delivered_at, event, isStandby })
  return [
    ...objects(entry.messaging).flatMap((event) => read(event, false)),
    // Conversations another app answers at the moment.
    ...objects(entry.standby).flatMap((event) => read(event, true)),
    ...objects(entry.changes).map(({ field }): ChannelEvent => {
      const reason = `Notifications of “${text(field) ?? ''}” are not taken in.`
      return { kind: 'ignored', account, occurred_at: delivered_at, reason }
    }),
  ]
}
