import type { EventContent } from '#kernel/connector.ts'
import { compact, object, objects, type Payload, text } from '#channels/meta/payload.ts'
import { attachmentsOf, readHeart, readPlace, readShare, readTemplate } from './attachments.ts'

/** The content of a message. Kinds that are not known become `unsupported`. */
export function contentOf(message: Payload): EventContent {
  const content = readContent(message, text(message.text) ?? null)
  const product = text(object(object(message.referral).product).id)
  if (product === undefined) return content
  return { ...content, content_attributes: { ...content.content_attributes, referred_product: { id: product } } }
}

function readContent(message: Payload, content: string | null): EventContent {
  if (message.is_unsupported === true) return toUnsupported('unsupported', content)
  const choice = text(object(message.quick_reply).payload)
  if (choice !== undefined)
    return { content, content_type: 'choice', content_attributes: { id: choice, title: content ?? choice } }
  const story = readStory(message, content)
  if (story) return story
  const given = objects(message.attachments)
  const { attachments, attributes } = attachmentsOf(text(message.mid) ?? '', given)
  if (attachments.length > 0) return compact({ content, attachments, content_attributes: attributes })
  const shown = firstOf(given, content)
  if (shown) return shown
  if (content !== null) return { content }
  return toUnsupported(text(given[0]?.type) ?? 'unknown', null)
}

/** Stories are shown from their address for as long as it works; their files must not be kept. */
function readStory(message: Payload, content: string | null): EventContent | undefined {
  const story = object(object(message.reply_to).story)
  if (text(story.url) !== undefined || text(story.id) !== undefined) return toStory('reply', story, content)
  const mention = objects(message.attachments).find(({ type }) => type === 'story_mention')
  return mention && toStory('mention', object(mention.payload), content)
}

function toStory(kind: 'mention' | 'reply', { url, id }: Payload, content: string | null): EventContent {
  const content_attributes = compact({ kind, url: text(url) ?? null, id: text(id) })
  return { content, content_type: 'story', content_attributes }
}

/** The first attachment that is no file: a place, a shared post, or a message with buttons. */
function firstOf(attachments: readonly Payload[], content: string | null): EventContent | undefined {
  for (const attachment of attachments) {
    const found = readHeart(attachment) ?? readPlace(attachment) ?? readShare(attachment) ?? readTemplate(attachment)
    // A text beside a shared link already has its address.
    if (found) return { ...found, content: content ?? found.content }
  }
  return undefined
}

function toUnsupported(type: string, content: string | null): EventContent {
  return { content, content_type: 'unsupported', content_attributes: { type } }
}
