import MailComposer from 'nodemailer/lib/mail-composer'
import { parseMarks, type Block, type Piece } from '#contract/message-marks.ts'
import type { Connection, OutboundMessage, OutboundThread } from '#kernel/connector.ts'
import { isOwn, withToken } from './addresses.ts'
import type { EmailCredentials } from './credentials.ts'

export type Email = {
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
): Promise<Email> {
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
    html: toHtml(content ?? '', signature),
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

/** A text as HTML: paragraphs, lines, lists, formatting and links. The signature is taken as it is. */
export function toHtml(text: string, signature?: string | null): string {
  const blocks = parseMarks(text, 'markdown').map(blockToHtml)
  const end = signature ? textToHtml([`-- \n${signature}`]) : ''
  return `<div style="font-family: sans-serif; font-size: 14px">${blocks.join('')}${end}</div>`
}

function blockToHtml(block: Block): string {
  if (block.kind === 'text') return textToHtml(block.pieces)
  const items = block.items.map((pieces) => `<li>${pieces.map(pieceToHtml).join('')}</li>`).join('')
  return block.kind === 'bullets' ? `<ul>${items}</ul>` : `<ol start="${block.first}">${items}</ol>`
}

function textToHtml(pieces: readonly Piece[]): string {
  const paragraphs = pieces
    .map(pieceToHtml)
    .join('')
    .split(/\n{2,}/)
  return paragraphs
    .map((each) => each.replaceAll(/^\n|\n$/g, ''))
    .filter((each) => each !== '')
    .map((each) => `<p>${each.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

const tags = { bold: 'b', italic: 'i', strike: 's' } as const

function pieceToHtml(piece: Piece): string {
  if (typeof piece === 'string') return linkAddresses(escape(piece))
  if (piece.mark === 'code')
    return `<code style="white-space: pre-wrap">${escape(piece.text).replaceAll('\n', '<br>')}</code>`
  const tag = tags[piece.mark]
  return `<${tag}>${piece.pieces.map(pieceToHtml).join('')}</${tag}>`
}

function linkAddresses(escaped: string): string {
  return escaped.replaceAll(/https?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g, (url) => `<a href="${url}">${url}</a>`)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
