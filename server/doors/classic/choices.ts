import { type Channel, channelCapabilities } from '#contract/channels.ts'
import { type Body, pickDefined, readText } from '#doors/classic/request.ts'

type Item = { title?: unknown; value?: unknown; description?: unknown; actions?: { uri?: unknown }[] }

/**
 * A message with choices or cards, as its channel can show it: choices as buttons or a list, and otherwise as lines of
 * text. Live chats and programs behind an api inbox show them themselves.
 */
export function fitToChannel(message: Body, channel: Channel): Body {
  const { content_type, content_attributes, content, ...rest } = message
  const { items, ...attributes } = (content_attributes ?? {}) as { items?: Item[] }
  if (channel === 'api' || channel === 'web_widget' || !Array.isArray(items)) return message
  if (content_type !== 'input_select' && content_type !== 'cards') return message
  const text = readText(content)
  const kept = pickDefined({ content_attributes: Object.keys(attributes).length > 0 ? attributes : undefined })
  if (content_type === 'cards') return { ...rest, ...kept, content: joinLines([text, ...items.map(cardText)]) }
  const choices = items.map(({ title, value }) => ({ id: String(value ?? title), title: String(title ?? value) }))
  const { buttons, list } = channelCapabilities[channel]
  if (choices.length <= buttons) return { ...rest, ...kept, content, buttons: choices }
  if (choices.length <= list)
    return { ...rest, ...kept, content, list: { button: '☰', sections: [{ rows: choices }] } }
  return { ...rest, ...kept, content: joinLines([text, ...choices.map(({ title }) => `• ${title}`)]) }
}

function cardText({ title, description, actions = [] }: Item): string {
  return joinLines([readText(title), readText(description), ...actions.map(({ uri }) => readText(uri))])
}

function joinLines(lines: readonly (string | undefined)[]): string {
  return lines.filter(Boolean).join('\n')
}
