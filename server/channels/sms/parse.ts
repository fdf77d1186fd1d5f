import type { ChannelEvent, MediaReference, Person } from '#kernel/connector.ts'
import { readConsent } from './consent.ts'
import { failureOf } from './errors.ts'

/** Twilio allows ten files. */
const MOST_FILES = 10

/** Events of one form: a message of a customer, or a report about a message of ours. Only messages read later have a time. */
export function parseForm(body: Buffer, received_at: string): ChannelEvent[] {
  const form = new Map(new URLSearchParams(body.toString('utf8').replaceAll(/\0|%00/g, '')))
  const sid = form.get('MessageSid') || form.get('SmsMessageSid') || form.get('SmsSid')
  if (!sid) return [{ kind: 'ignored', occurred_at: received_at, reason: 'The form names no message' }]
  const status = form.get('MessageStatus')
  if (status !== undefined && status !== 'received') return readReport(form, sid, status, received_at)
  const sent_at = form.get('DateSent')
  return readMessage(form, sid, sent_at && !Number.isNaN(Date.parse(sent_at)) ? sent_at : received_at)
}

type Form = ReadonlyMap<string, string>

function readMessage(form: Form, external_id: string, occurred_at: string): ChannelEvent[] {
  const from = form.get('From')
  if (!from) return [{ kind: 'ignored', occurred_at, reason: 'The message has no sender' }]
  const person = personOf(from)
  const text = form.get('Body') ?? ''
  const attachments = readFiles(form)
  const marketing = readConsent(text, form.get('OptOutType'))
  return [
    { kind: 'message', occurred_at, external_id, person, content: text || null, attachments },
    ...(marketing === undefined ? [] : [{ kind: 'consent' as const, occurred_at, person, marketing }]),
  ]
}

/** A refusal because of an opt-out also ends campaigns to the person. */
function readReport(form: Form, target: string, name: string, occurred_at: string): ChannelEvent[] {
  const event = readStatus(form, target, name, occurred_at)
  const to = form.get('To')
  if (event.kind !== 'status' || event.failure?.code !== 'recipient_opted_out' || !to) return [event]
  return [event, { kind: 'consent', occurred_at, person: personOf(to), marketing: false }]
}

function readStatus(form: Form, target: string, name: string, occurred_at: string): ChannelEvent {
  if (name === 'sent' || name === 'delivered' || name === 'read')
    return { kind: 'status', occurred_at, target, status: name }
  if (name !== 'failed' && name !== 'undelivered' && name !== 'canceled')
    return { kind: 'ignored', occurred_at, reason: `The status ${name.slice(0, 50)} changes nothing` }
  const number = /^\d{1,9}$/.test(form.get('ErrorCode') ?? '') ? Number(form.get('ErrorCode')) : undefined
  const message = form.get('ErrorMessage') || `Twilio reports ${name}${number ? ` with error ${number}` : ''}`
  return { kind: 'status', occurred_at, target, status: 'failed', failure: failureOf(number, 400, message) }
}

/** Short codes and names of senders are no phone numbers. */
function personOf(from: string): Person {
  return /^\+\d{6,15}$/.test(from) ? { source_id: from, phone_number: from } : { source_id: from }
}

function readFiles(form: Form): MediaReference[] {
  return Array.from({ length: MOST_FILES }, (_, index) => index).flatMap((index) => {
    const url = form.get(`MediaUrl${index}`)
    const content_type = form.get(`MediaContentType${index}`)
    return url && URL.canParse(url) ? [{ id: url, file_type: fileType(content_type), content_type }] : []
  })
}

function fileType(content_type = ''): MediaReference['file_type'] {
  const [type] = content_type.split('/')
  return type === 'image' || type === 'audio' || type === 'video' ? type : 'file'
}
