import type { EventContent, MediaReference } from '#kernel/connector.ts'
import { compact, number, object, objects, type Payload, text } from '#channels/meta/payload.ts'
import { readCards } from './cards.ts'
import { readButton, readInteractive } from './interactive.ts'

type Reader = (part: Payload, message: Payload) => EventContent | undefined

/** The content of a message of any type. Types and contents that are not known become `unsupported`. */
export function contentOf(message: Payload): EventContent {
  const type = text(message.type) ?? 'unknown'
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  const content =
    read?.(object(message[type]), message) ?? toUnsupported(text(object(message.unsupported).type) ?? type)
  const attributes = { ...content.content_attributes, ...circumstancesOf(object(message.context)) }
  return Object.keys(attributes).length > 0 ? { ...content, content_attributes: attributes } : content
}

function toUnsupported(type: string): EventContent {
  return { content: null, content_type: 'unsupported', content_attributes: { type } }
}

/** Facts about the message besides its content. */
function circumstancesOf(context: Payload): Record<string, unknown> {
  const product = object(context.referred_product)
  return {
    ...((context.forwarded === true || context.frequently_forwarded === true) && { forwarded: true }),
    ...(Object.keys(product).length > 0 && { referred_product: product }),
  }
}

const readers: Record<string, Reader> = {
  text: ({ body }) => (text(body) ? { content: text(body)! } : undefined),
  image: (part, message) => readMedia('image', part, message),
  video: (part, message) => readMedia('video', part, message),
  audio: (part, message) => readMedia('audio', part, message),
  document: (part, message) => readMedia('file', part, message),
  sticker(part, message) {
    const sticker = readMedia('image', part, message)
    return sticker && { ...sticker, content_attributes: { sticker: true } }
  },
  location: readLocation,
  contacts: (_, { contacts }) => ({
    content: null,
    content_type: 'contacts',
    content_attributes: { contacts: readCards(contacts).map(({ name, phones, emails }) => ({ name, phones, emails })) },
  }),
  button: readButton,
  interactive: readInteractive,
  order: readOrder,
  template: readTemplate,
}

/** The code of a file that WhatsApp did not pass on because of its size. */
const TOO_LARGE = 131052

function readMedia(file_type: MediaReference['file_type'], part: Payload, message: Payload): EventContent | undefined {
  const is_too_large = objects(message.errors).some(({ code }) => number(code) === TOO_LARGE) || undefined
  const id = text(part.id) ?? (is_too_large && text(message.id))
  if (id === undefined) return undefined
  const attachment: MediaReference = compact({
    id,
    url: text(part.url),
    file_type,
    file_name: text(part.filename),
    content_type: text(part.mime_type)?.split(';')[0]!.trim(),
    sha256: text(part.sha256),
    is_voice: part.voice === true || undefined,
    is_too_large,
  })
  return { content: text(part.caption) ?? null, attachments: [attachment] }
}

function readLocation({ latitude, longitude, name, address }: Payload): EventContent | undefined {
  const [north, east] = [number(latitude), number(longitude)]
  if (north === undefined || east === undefined) return undefined
  return {
    content: null,
    content_type: 'location',
    content_attributes: { latitude: north, longitude: east, name: text(name) ?? null, address: text(address) ?? null },
  }
}

function readOrder({ text: note, product_items }: Payload): EventContent | undefined {
  const items = objects(product_items).map((item) => ({
    product_id: text(item.product_retailer_id) ?? null,
    quantity: number(item.quantity) ?? 1,
    price: number(item.item_price) ?? null,
    currency: text(item.currency) ?? null,
  }))
  if (items.length === 0) return undefined
  return { content: text(note) ?? null, content_type: 'order', content_attributes: { items } }
}

/** A template the business sent from elsewhere; its values are not reported. */
function readTemplate({ name, language }: Payload): EventContent | undefined {
  if (!text(name)) return undefined
  return {
    content: null,
    content_type: 'template',
    content_attributes: { name, language: text(object(language).code) ?? text(language) ?? null, parameters: {} },
  }
}
