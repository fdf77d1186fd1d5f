import type { ChannelEvent, Connection, EventContent, MediaReference } from '#kernel/connector.ts'
import { isOwn, type MailAddress } from './addresses.ts'
import { isAutomatic } from './automatic.ts'
import { readBounce } from './bounces.ts'
import type { EmailCredentials } from './credentials.ts'
import { sanitise, toText } from './html.ts'
import { type Mail, readMail, toBytes } from './mail.ts'
import { isForward, newText } from './new-text.ts'

const LONGEST_TEXT = 150_000
const LONGEST_HTML = 500_000
const MOST_FILES = 100

/** The events of an e-mail: a message, one the business sent from elsewhere, or the report of a bounce. */
export async function parseMail(
  body: Buffer,
  { credentials }: Connection<EmailCredentials>,
  received_at: string,
): Promise<ChannelEvent[]> {
  try {
    return eventsOf(await readMail(body), credentials, received_at)
  } catch (error) {
    return [ignoreEvent(`The e-mail could not be read: ${(error as Error).message}`, received_at)]
  }
}

function eventsOf(mail: Mail, credentials: EmailCredentials, received_at: string): ChannelEvent[] {
  const occurred_at = mail.sent_at && mail.sent_at < received_at ? mail.sent_at : received_at
  const bounces = readBounce(mail, occurred_at)
  if (bounces.length > 0) return bounces
  const sender = senderOf(mail)
  if (!sender) return [ignoreEvent('The e-mail names no sender.', occurred_at)]
  const facts = { occurred_at, external_id: mail.message_id, thread: threadOf(mail), ...contentOf(mail) }
  const reply_to = mail.references[0]
  if (!isOwn(credentials, sender.address))
    return [{ kind: 'message', person: personOf(sender), is_automatic: isAutomatic(mail), reply_to, ...facts }]
  const recipient = [...mail.to, ...mail.cc].find(({ address }) => !isOwn(credentials, address))
  if (!recipient) return [ignoreEvent('The inbox wrote to itself.', occurred_at)]
  return [{ kind: 'echo', person: personOf(recipient), reply_to, ...facts }]
}

const ignoreEvent = (reason: string, occurred_at: string): ChannelEvent => ({ kind: 'ignored', reason, occurred_at })

/** The person who wrote: mailing groups and forms write in their own name, and name the person elsewhere. */
function senderOf({ from, reply_to, header }: Mail): MailAddress | undefined {
  const [original] = header('x-original-from').flatMap((value) => {
    const address = /<?([^\s<>]+@[^\s<>]+)>?\s*$/.exec(value)?.[1]?.toLowerCase()
    return address ? [{ address, name: value.replace(/<.*$/, '').replaceAll('"', '').trim() }] : []
  })
  if (original) return original
  const isMachine = from && /^(no-?_?reply|do-?_?not-?_?reply|no-?responder)([+-].*)?@/.test(from.address)
  return isMachine ? (reply_to[0] ?? from) : (from ?? reply_to[0])
}

function personOf({ address, name }: MailAddress) {
  return { source_id: address, email: address, name: name || address }
}

function threadOf(mail: Mail) {
  const routed = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to', 'x-delivered-to'].flatMap(
    mail.header,
  )
  const recipients = [...mail.to, ...mail.cc].map(({ address }) => address)
  return {
    recipients: [...recipients, ...routed.map((value) => value.replaceAll(/[<>\s]/g, '').toLowerCase())].slice(0, 200),
    references: mail.references,
    subject: mail.subject,
    digest: mail.digest,
  }
}

function contentOf(mail: Mail): EventContent {
  const whole = (mail.text.trim() || toText(mail.html, { isNew: false })).slice(0, LONGEST_TEXT)
  const { html, remote_images } =
    mail.html.length <= 2 * LONGEST_HTML ? sanitise(mail.html) : { html: '', remote_images: [] }
  const address = ({ address, name }: MailAddress) => (name ? `${name} <${address}>` : address)
  const email = {
    subject: mail.subject,
    from: mail.from ? address(mail.from) : null,
    to: mail.to.map(address),
    cc: mail.cc.map(address),
    ...(mail.reply_to.length > 0 && { reply_to: mail.reply_to.map(address) }),
    message_id: mail.message_id,
    text: whole,
    html: html && html.length <= LONGEST_HTML ? html : null,
    ...(remote_images.length > 0 && { remote_images }),
    digest: mail.digest,
  }
  return {
    content: visibleText(mail, whole).slice(0, LONGEST_TEXT) || null,
    content_type: 'email',
    content_attributes: { email },
    attachments: filesOf(mail),
  }
}

function visibleText(mail: Mail, whole: string): string {
  if (isForward(mail.subject)) return whole
  if (mail.text.trim()) return newText(mail.text)
  return newText(toText(mail.html, { isNew: true }) || whole)
}

/** The files of an e-mail; the place among its parts is the id by which each is read later. */
function filesOf(mail: Mail): MediaReference[] {
  return mail.parts.slice(0, MOST_FILES).flatMap(({ filename, mimeType, contentId, content }, place) => {
    const content_id = contentId?.replaceAll(/^<|>$/g, '')
    const isShown = content_id !== undefined && mail.html.includes(`cid:${content_id}`)
    return [
      {
        id: String(place),
        file_type: fileType(mimeType),
        file_name: (filename ?? defaultName(mimeType)).slice(0, 200),
        content_type: mimeType,
        size_bytes: toBytes(content).length,
        ...(isShown && { content_id }),
      },
    ]
  })
}

function fileType(type: string): MediaReference['file_type'] {
  const [kind] = type.split('/')
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file'
}

function defaultName(type: string): string {
  if (type === 'message/rfc822') return 'message.eml'
  if (type === 'text/calendar') return 'invite.ics'
  return `file.${type.split('/')[1]?.replaceAll(/[^\w-]/g, '') || 'bin'}`
}
