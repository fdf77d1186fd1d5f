import MailComposer from 'nodemailer/lib/mail-composer'
import type { Connection, OutboundMessage, OutboundThread } from '#kernel/connector.ts'
import { isOwn, withToken } from './addresses.ts'
import type { EmailCredentials } from './credentials.ts'

export type Composed = {
  message_id: string
  envelope: { from: string; to: string[] }
  bytes: Buffer
  /** Facts shown with the sent message. */
  email: { subject: string; from: string; to: string[]; cc: string[]; bcc?: string[]; message_id: string }
}

/** Writes an e-mail: text and HTML with the signature of its author or of the inbox, the headers of its thread, and a reply address that leads back to it. */
export async function compose(
  { credentials, settings }: Pick<Connection<EmailCredentials>, 'credentials' | 'settings'>,
  { content, files }: OutboundMessage,
  thread: OutboundThread,
): Promise<Composed> {
  const { address, from_name } = credentials
  const message_id = `${thread.message_key}@${address.split('@')[1]!}`
  const others = (list: readonly string[]) =>
    [...new Set(list.map((each) => each.toLowerCase()))].filter(
      (each) => each !== thread.to && !isOwn(credentials, each),
    )
  const cc = others(thread.cc)
  const bcc = others(thread.bcc).filter((each) => !cc.includes(each))
  const signature = thread.signature ?? settings.signature
  const text = signature ? `${content ?? ''}\n\n-- \n${signature}` : (content ?? '')
  const attachments = await Promise.all(
    files.map(async (file) => ({
      filename: file.file_name,
      contentType: file.content_type,
      content: await file.read(),
    })),
  )
  const from = { name: from_name ?? '', address }
  const mail = new MailComposer({
    from,
    to: thread.to,
    cc,
    replyTo: { name: from_name ?? '', address: withToken(address, thread.reply_token) },
    subject: thread.subject,
    messageId: `<${message_id}>`,
    ...(thread.in_reply_to && { inReplyTo: `<${thread.in_reply_to}>` }),
    ...(thread.references.length > 0 && { references: thread.references.map((id) => `<${id}>`).join(' ') }),
    headers: thread.is_automatic ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' } : {},
    text,
    html: toHtml(text),
    attachments,
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'windows',
  })
  const bytes = await mail.compile().build()
  const shown = from_name ? `${from_name} <${address}>` : address
  return {
    message_id,
    envelope: { from: address, to: [thread.to, ...cc, ...bcc] },
    bytes,
    email: { subject: thread.subject, from: shown, to: [thread.to], cc, ...(bcc.length > 0 && { bcc }), message_id },
  }
}

/** Plain text as HTML: paragraphs, lines and links. */
export function toHtml(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  const linked = escaped.replaceAll(/https?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g, (url) => `<a href="${url}">${url}</a>`)
  const paragraphs = linked.split(/\n{2,}/).map((each) => `<p>${each.replaceAll('\n', '<br>')}</p>`)
  return `<div style="font-family: sans-serif; font-size: 14px">${paragraphs.join('')}</div>`
}
