import { channelCapabilities } from '#contract/channels.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { reject } from '#kernel/problem.ts'

export type OutboundContent = {
  content: string | null
  template?: { name: string; language: string; parameters?: object | undefined } | undefined
  buttons?: readonly { id: string; title: string }[] | undefined
  list?: { button: string; sections: readonly { rows: readonly unknown[] }[] } | undefined
  reply_to?: string | undefined
  human_agent?: boolean | undefined
  scheduled_at?: string | undefined
  subject?: string | undefined
  cc?: readonly string[] | undefined
  bcc?: readonly string[] | undefined
}

/** Refuses what the channel cannot do or its reply window forbids, and names what is possible instead. */
export function checkOutbound(
  { channel, reply_window }: Pick<Conversation, 'channel' | 'reply_window'>,
  message: OutboundContent,
): void {
  const can = channelCapabilities[channel]
  const unsupported = (thing: string, field: string): never =>
    reject('not_supported_by_channel', `${channel} has no ${thing}; leave ${field} out.`, field)
  checkMail(channel, message)
  if (message.template && !can.templates) unsupported('templates', 'template')
  if (message.reply_to && !can.replies) unsupported('quoted replies', 'reply_to')
  if (message.buttons && can.buttons === 0) unsupported('buttons', 'buttons')
  if (message.list && can.list === 0) unsupported('lists', 'list')
  if (message.human_agent && can.human_agent_hours === null) unsupported('human-agent tag', 'human_agent')
  if (message.buttons && message.buttons.length > can.buttons)
    reject('invalid_value', `${channel} allows at most ${can.buttons} buttons.`, 'buttons')
  const rows = message.list?.sections.reduce((sum, section) => sum + section.rows.length, 0) ?? 0
  if (rows > can.list && message.list)
    reject('invalid_value', `${channel} allows at most ${can.list} rows in a list.`, 'list')
  checkLength(channel, message.content)
  // The window of a scheduled message is checked when it is sent.
  if (!message.scheduled_at) checkWindow(channel, reply_window, message)
}

/** Refuses parts of an e-mail on other channels. */
export function checkMail(channel: Conversation['channel'], message: OutboundContent): void {
  const field = (['subject', 'cc', 'bcc'] as const).find((each) => message[each] !== undefined)
  if (field && channel !== 'email')
    reject('not_supported_by_channel', `${channel} has no ${field}; leave ${field} out.`, field)
}

function checkLength(channel: Conversation['channel'], content: string | null): void {
  const { text_limit, text_unit } = channelCapabilities[channel]
  if (text_limit === null || content === null) return
  const length = text_unit === 'bytes' ? Buffer.byteLength(content) : countCharacters(content)
  if (length > text_limit)
    reject(
      'invalid_value',
      `The text has ${length} ${text_unit}; ${channel} allows ${text_limit}. Shorten it.`,
      'content',
    )
}

function checkWindow(
  channel: Conversation['channel'],
  reply_window: Conversation['reply_window'],
  { template, human_agent }: OutboundContent,
): void {
  if (!reply_window) return
  const { may_send } = reply_window
  if (template ? may_send.includes('template') : may_send.includes('text')) return
  if (human_agent && may_send.includes('human_agent')) return
  const instead = {
    template: 'Send an approved template instead.',
    human_agent: 'A person may still answer with human_agent: true.',
    text: '',
  }
  const advice = may_send.map((kind) => instead[kind]).join(' ') || 'Wait until the customer writes again.'
  reject('window_closed', `The reply window of ${channel} is closed. ${advice}`)
}

/** The content type and attributes of a message with buttons, a list or a template. */
export function contentOf({ template, buttons, list }: OutboundContent): {
  content_type?: string
  content_attributes?: Record<string, unknown>
} {
  if (template) return { content_type: 'template', content_attributes: { ...template } }
  if (buttons) return { content_type: 'buttons', content_attributes: { items: buttons } }
  if (list) return { content_type: 'list', content_attributes: { ...list } }
  return {}
}

/** Attributes of an e-mail, as far as its author gave them. */
export function mailAttributes({ subject, cc, bcc }: OutboundContent): Record<string, unknown> {
  const given = Object.entries({ subject, cc, bcc }).filter(([, value]) => value !== undefined)
  return given.length > 0 ? { email: Object.fromEntries(given) } : {}
}

/** Refuses a scheduled time that is past or further away than a year. */
export function checkScheduledAt(scheduled_at: string, now: Date): void {
  const wait = Date.parse(scheduled_at) - now.getTime()
  if (wait <= 0) reject('invalid_value', `Choose a time in the future; it is now ${now.toISOString()}.`, 'scheduled_at')
  if (wait > 366 * 86_400_000) reject('invalid_value', 'Choose a time within a year.', 'scheduled_at')
}

/** Code points, as providers count them: an emoji is one or a few, never two halves. */
function countCharacters(text: string): number {
  return Array.from(text).length
}
