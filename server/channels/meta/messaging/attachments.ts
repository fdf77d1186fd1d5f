import type { EventContent, MediaReference } from '#kernel/connector.ts'
import { compact, number, object, objects, type Payload, text } from '#channels/meta/payload.ts'

const fileTypes: Readonly<Record<string, MediaReference['file_type']>> = {
  image: 'image',
  sticker: 'image',
  audio: 'audio',
  video: 'video',
  file: 'file',
  media: 'file',
}
const shareTypes = new Set(['fallback', 'share', 'post', 'ig_post', 'reel', 'ig_reel', 'story', 'ig_story'])

/** The files of a message. Until August 2026 a sticker came a second time, as an image. */
export function attachmentsOf(mid: string, given: readonly Payload[]) {
  const stickers = new Set(given.filter(({ type }) => type === 'sticker').map(({ payload }) => stickerOf(payload)))
  const isRepeated = ({ type, payload }: Payload) => type === 'image' && stickers.has(stickerOf(payload) ?? '')
  const files = given.flatMap((attachment, index) => {
    const url = text(object(attachment.payload).url)
    const file_type = fileTypeOf(attachment)
    if (!file_type || !url || !URL.canParse(url) || isRepeated(attachment)) return []
    // The address expires; the message and the position in it lead to a new one.
    return [{ attachment, reference: { id: `${mid}#${index}`, url, file_type } satisfies MediaReference }]
  })
  const sticker_id = files.map(({ attachment }) => stickerOf(attachment.payload)).find((id) => id !== undefined)
  const attributes = sticker_id === undefined ? undefined : { sticker: true, sticker_id }
  return { attachments: files.map(({ reference }) => reference), attributes }
}

function fileTypeOf({ type }: Payload): MediaReference['file_type'] | undefined {
  const name = text(type) ?? ''
  return Object.hasOwn(fileTypes, name) ? fileTypes[name] : undefined
}

function stickerOf(payload: unknown): string | undefined {
  return text(object(payload).sticker_id)
}

/** A post, reel or link the customer shared, as its title and address. */
export function readShare({ type, title, url, payload }: Payload): EventContent | undefined {
  const kind = text(type) ?? ''
  if (!shareTypes.has(kind)) return undefined
  const shared = object(payload)
  const [name, address] = [text(shared.title) ?? text(title), text(shared.url) ?? text(url)]
  if (name === undefined && address === undefined) return undefined
  const id = text(shared.id) ?? text(shared.reel_video_id)
  return {
    content: [name, address].filter(Boolean).join('\n'),
    content_attributes: { share: compact({ type: kind, title: name, url: address, id }) },
  }
}

export function readHeart({ type }: Payload): EventContent | undefined {
  return type === 'like_heart' ? { content: '❤️' } : undefined
}

export function readPlace({ type, title, payload }: Payload): EventContent | undefined {
  const { lat, long } = object(object(payload).coordinates)
  const [latitude, longitude] = [number(lat), number(long)]
  if (type !== 'location' || latitude === undefined || longitude === undefined) return undefined
  const content_attributes = { latitude, longitude, name: text(title) ?? null, address: null }
  return { content: null, content_type: 'location', content_attributes }
}

/** A product the customer asks about, or buttons the business sent from elsewhere. */
export function readTemplate({ type, title, payload }: Payload): EventContent | undefined {
  if (type !== 'template') return undefined
  const { text: body, buttons, elements, product, generic } = object(payload)
  const cards = objects(elements ?? object(product).elements ?? object(generic).elements)
  const lines = [text(body) ?? text(title), ...cards.map((card) => text(card.title))].filter(Boolean)
  if (lines.length === 0) return undefined
  const items = [...objects(buttons), ...cards.flatMap((card) => objects(card.buttons))].flatMap((button) => {
    const [id, name] = [text(button.payload) ?? text(button.url) ?? text(button.title), text(button.title)]
    return id && name ? [{ id, title: name }] : []
  })
  const content = lines.join('\n')
  return items.length > 0 ? { content, content_type: 'buttons', content_attributes: { items } } : { content }
}
