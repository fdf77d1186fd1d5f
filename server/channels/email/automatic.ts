import type { Mail } from './mail.ts'

const suppressing = ['x-autoreply', 'x-autorespond', 'x-auto-reply-from', 'x-autoresponder', 'feedback-id']
const machines =
  /^(mailer-daemon|postmaster|no-?_?reply|do-?_?not-?_?reply|no-?responder|nao-?responda|bounces?)([+-].*)?@/i

/** Whether a program sent this e-mail: absence notices, newsletters, reports. Answering it could begin a loop (RFC 3834). */
export function isAutomatic({ header, from }: Mail): boolean {
  const submitted = header('auto-submitted')[0]?.split(';')[0]?.trim().toLowerCase()
  if (submitted && submitted !== 'no') return true
  if (header('precedence').some((value) => /^(bulk|junk|list|auto_reply)$/i.test(value.trim()))) return true
  if (header('x-auto-response-suppress').some((value) => !/^none$/i.test(value.trim()))) return true
  if (suppressing.some((name) => header(name).length > 0)) return true
  if (header('list-id').length > 0 || header('list-unsubscribe').length > 0) return true
  if (header('return-path').some((value) => value.trim() === '<>')) return true
  return isReport({ header }) || from === undefined || machines.test(from.address)
}

/** A report about an e-mail, such as a bounce or a receipt. */
export function isReport({ header }: Pick<Mail, 'header'>): boolean {
  return /^multipart\/report/i.test(header('content-type')[0] ?? '')
}
