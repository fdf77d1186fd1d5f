import { addressIn, othersOf } from '#contract/mail-recipients.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import { listOf, recordOf, textOf } from '#web/screens/inbox/thread/attribute-values.ts'

/** The parts of an e-mail besides its text. Copies left undefined are those of the thread. */
export type MailParts = { subject: string; cc: readonly string[] | undefined; bcc: readonly string[] }

export const noMailParts: MailParts = { subject: '', cc: undefined, bcc: [] }

/** The parts as `send_message` takes them; those left out follow the conversation. */
export function readMailParts({ subject, cc, bcc }: MailParts): { subject?: string; cc?: string[]; bcc?: string[] } {
  return {
    ...(subject.trim() && { subject: subject.trim() }),
    ...(cc && { cc: [...cc] }),
    ...(bcc.length > 0 && { bcc: [...bcc] }),
  }
}

/** The recipients of an answer as mail programs answer to all: `to` the customer, `cc` the others without the inbox itself. */
export function answerToAll(
  { contact }: Pick<Conversation, 'contact'>,
  messages: readonly Message[],
  own: string | undefined,
): { to: string | undefined; cc: string[] } {
  const last = messages.find(({ direction }) => direction === 'incoming')
  const isFromCustomer = last?.author.id === contact.id
  const mail = addressesOf(last ?? messages.find(isOwnMail))
  const to = (isFromCustomer && addressIn(mail.reply_to[0] ?? mail.from ?? '')) || contact.email?.toLowerCase()
  const others = last ? othersOf(mail, isFromCustomer) : mail.cc.flatMap((each) => addressIn(each) ?? [])
  const except = new Set([to, contact.email?.toLowerCase(), own && withoutTag(own)])
  return {
    to: to || undefined,
    cc: others.filter((each) => !except.has(withoutTag(each)) && !except.has(each)),
  }
}

const isOwnMail = ({ direction, private: isNote, status, content_attributes }: Message) =>
  direction === 'outgoing' && !isNote && status !== 'failed' && 'email' in content_attributes

function addressesOf(message: Message | undefined) {
  const mail = recordOf(message?.content_attributes['email'])
  const texts = (kind: string) => listOf(mail[kind]).flatMap((each) => textOf(each) ?? [])
  return { from: textOf(mail['from']) ?? null, to: texts('to'), cc: texts('cc'), reply_to: texts('reply_to') }
}

/** Replies come to an address with a token, which belongs to the inbox as well. */
const withoutTag = (address: string) => address.toLowerCase().replace(/\+[^@]*@/, '@')
