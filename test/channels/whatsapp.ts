import { openWhatsApp } from '#channels/whatsapp/index.ts'
import type { WhatsAppCredentials } from '#channels/whatsapp/credentials.ts'
import type { ChannelEvent, Connection, OutboundFile, OutboundMessage } from '#kernel/connector.ts'
import { metaBytes } from './fakes/meta.ts'
import { shop } from './fakes/whatsapp.ts'

export const RECEIVED_AT = '2026-11-02T10:00:00.000Z'

/** The connector, and the inbox of the shop, against a Graph API at this address. */
export function openShop(graph_url = 'http://127.0.0.1:9', credentials: Partial<WhatsAppCredentials> = {}) {
  const whatsapp = openWhatsApp({ graph_url })
  const { phone_number_id, business_account_id, access_token, app_secret, verify_token } = shop
  const connection: Connection<WhatsAppCredentials> = {
    account_id: '1',
    inbox_id: '1',
    webhook_url: 'https://inbox.example/channels/whatsapp/token',
    verify_token,
    external_id: phone_number_id,
    credentials: { phone_number_id, business_account_id, access_token, app_secret, ...credentials },
    settings: {},
  }
  return { whatsapp, connection }
}

/** The events of a webhook with these fields of a change, as the shop receives it. */
export function parseChange(value: object, field = 'messages', entry: object = {}): ChannelEvent[] {
  const { whatsapp, connection } = openShop()
  const metadata = { display_phone_number: shop.display_phone_number, phone_number_id: shop.phone_number_id }
  const changes = [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }]
  const body = { object: 'whatsapp_business_account', entry: [{ id: shop.business_account_id, ...entry, changes }] }
  return whatsapp.parse(metaBytes(body), connection, RECEIVED_AT)
}

const customer = { from: '5215555550123', from_user_id: 'MX.77', id: 'wamid.IN', timestamp: '1791212531' }

/** The only event of a message of a customer. */
export function parseMessage(message: object): ChannelEvent {
  const events = parseChange({ messages: [{ ...customer, ...message }] })
  if (events.length !== 1) throw new Error(`${events.length} events instead of one`)
  return events[0]!
}

/** A message to a customer whose number is known. */
export function outbound(fields: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    id: '4711',
    recipient: { source_id: 'MX.77', aliases: ['5215555550123'], phone_number: '+525555550123' },
    content: null,
    content_type: 'text',
    content_attributes: {},
    files: [],
    ...fields,
  }
}

export function outboundFile(fields: Partial<OutboundFile> = {}): OutboundFile {
  const bytes = Buffer.from(`bytes of ${fields.file_name ?? 'foto.jpg'}`)
  return {
    file_name: 'foto.jpg',
    file_type: 'image',
    content_type: 'image/jpeg',
    size_bytes: bytes.length,
    is_voice: false,
    read: async () => bytes,
    ...fields,
  }
}
