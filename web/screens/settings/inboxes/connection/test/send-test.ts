import { channelAddress, type Channel } from '#contract/channels.ts'
import type { ChannelTemplate } from '#contract/records/channel.ts'
import type { Message } from '#contract/records/conversation.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { templateValues } from '#contract/template-parameters.ts'
import { call } from '#web/app/api.ts'

/** An approved template without values: Meta's own example where the account has it. */
export function findTestTemplate(templates: readonly ChannelTemplate[]): ChannelTemplate | undefined {
  const sendable = templates.filter(
    (each) => each.status === 'APPROVED' && templateValues(each).every(({ is_optional }) => is_optional),
  )
  return sendable.find(({ name }) => name === 'hello_world') ?? sendable[0]
}

export type TestText = { text: string; subject: string; contact: string }

/** Sends a test message to a phone number or e-mail address, in the conversation of its contact. */
export async function sendTest(
  account_id: string,
  { id: inbox_id, channel }: Inbox,
  to: string,
  { text, subject, contact }: TestText,
): Promise<Message> {
  const contact_id = await findOrCreateContact(account_id, channel, to, contact)
  const filter = { contact_id, inbox_id, status: 'all', limit: 1 } as const
  const found = (await call(account_id, 'list_conversations', filter)).items[0]
  const conversation = found ?? (await call(account_id, 'create_conversation', { contact_id, inbox_id }))
  const conversation_id = conversation.id
  if (channel !== 'whatsapp')
    return call(account_id, 'send_message', {
      conversation_id,
      content: text,
      ...(channel === 'email' && { subject }),
    })
  const { items } = await call(account_id, 'list_inbox_templates', { inbox_id })
  const { name, language } = findTestTemplate(items)!
  return call(account_id, 'send_message', { conversation_id, template: { name, language } })
}

async function findOrCreateContact(account_id: string, channel: Channel, to: string, name: string): Promise<string> {
  const field = channelAddress[channel]!
  const { items } = await call(account_id, 'search_contacts', { query: to, limit: 10 })
  const digits = (value: string | null) => value?.replaceAll(/\D/g, '')
  const known = items.find((each) =>
    field === 'email' ? each.email?.toLowerCase() === to.toLowerCase() : digits(each.phone_number) === digits(to),
  )
  return known?.id ?? (await call(account_id, 'create_contact', { name, [field]: to })).id
}
