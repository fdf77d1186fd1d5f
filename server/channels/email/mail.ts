import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { cleanText, listAddresses, type MailAddress } from './addresses.ts'

/** A parsed e-mail. */
export type Mail = {
  /** Values of a header, first one first. */
  header(name: string): string[]
  from: MailAddress | undefined
  to: MailAddress[]
  cc: MailAddress[]
  reply_to: MailAddress[]
  subject: string
  /** Made from the content where the sender gave none. */
  message_id: string
  /** Message ids it refers to, nearest first. */
  references: string[]
  sent_at: string | undefined
  text: string
  html: string
  parts: Attachment[]
  digest: string
}

const limits = { forceRfc822Attachments: true, maxNestingDepth: 30, maxHeadersSize: 1024 * 1024 }
const MOST_REFERENCES = 50
const LONGEST_ID = 400

/** Reads the bytes of an e-mail. Throws on nesting and headers over the limits. */
export async function readMail(body: Buffer): Promise<Mail> {
  const email = await PostalMime.parse(body, limits)
  const header = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => cleanText(value))
  const [from] = listAddresses(email.from)
  const digest = digestOf(email)
  return {
    header,
    from,
    to: listAddresses(email.to),
    cc: listAddresses(email.cc),
    reply_to: listAddresses(email.replyTo),
    subject: cleanText(email.subject ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 998),
    message_id: messageIds(email.messageId ?? '')[0] ?? `sha256:${digest}`,
    references: [...messageIds(email.inReplyTo ?? ''), ...messageIds(email.references ?? '').toReversed()]
      .filter((id, place, all) => all.indexOf(id) === place)
      .slice(0, MOST_REFERENCES),
    sent_at: timeOf(header('received')[0]?.split(';').at(-1)) ?? timeOf(email.date),
    text: cleanText(email.text ?? '').replaceAll('\r\n', '\n'),
    html: cleanText(email.html ?? ''),
    parts: email.attachments,
    digest,
  }
}

/** Message ids without their brackets; spaces that clients put inside are dropped. */
export function messageIds(value: string): string[] {
  const found = [...cleanText(value).matchAll(/<([^<>]+)>/g)].map(([, id]) => id!)
  const ids = found.length > 0 ? found : value.trim().split(/\s+/)
  return ids.map((id) => id.replaceAll(/\s/g, '')).flatMap((id) => (id.length > LONGEST_ID ? shorten(id) : id || []))
}

function shorten(id: string): string {
  return `sha256:${createHash('sha256').update(id).digest('hex')}`
}

/** The content without the headers that relays add, so that both copies of a forwarded e-mail have the same one. */
function digestOf({ headers, text = '', html = '', attachments }: Email): string {
  const hash = createHash('sha256')
  for (const name of ['from', 'to', 'cc', 'subject', 'date', 'message-id'])
    hash.update(`${name}:${headers.find(({ key }) => key === name)?.value.trim() ?? ''}\n`)
  hash.update(text.replaceAll(/\s+/g, ' ').trim()).update(html.replaceAll(/\s+/g, ' ').trim())
  for (const { filename, content } of attachments) hash.update(filename ?? '').update(toBytes(content))
  return hash.digest('hex')
}

export function toBytes(content: Attachment['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

function timeOf(text: string | undefined): string | undefined {
  const at = Date.parse(text?.trim() ?? '')
  return Number.isNaN(at) || at < 0 ? undefined : new Date(at).toISOString()
}
