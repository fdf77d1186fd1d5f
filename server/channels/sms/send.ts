import { channelCapabilities } from '#contract/channels.ts'
import { smsSegments } from '#contract/sms-segments.ts'
import type { OutboundMessage, Recipient, SendResult } from '#kernel/connector.ts'
import { type Answer, call, type Twilio } from './api.ts'
import { failureOf, refuse } from './errors.ts'

const TEXT_LIMIT = channelCapabilities.sms.text_limit!
const MOST_FILES = 10

/** Networks of these countries carry files; elsewhere a link goes out in the text. */
const mmsPrefixes = /^\+(1|61)\d/

export async function sendMessage(twilio: Twilio, message: OutboundMessage, webhook_url: string): Promise<SendResult> {
  const to = addressOf(message.recipient)
  const links = message.files.flatMap(({ url }) => url ?? [])
  if (links.length < message.files.length) return refuse('media_rejected', 'The file has no public address')
  if (links.length > MOST_FILES) return refuse('media_rejected', `An SMS has at most ${MOST_FILES} files`)
  const hasMedia = links.length > 0 && mmsPrefixes.test(to)
  const text = [message.content, ...(hasMedia ? [] : links)].filter(Boolean).join('\n')
  if (!text && !hasMedia) return refuse('rejected', 'There is nothing to send')
  if (text.length > TEXT_LIMIT)
    return refuse('rejected', `An SMS has at most ${TEXT_LIMIT} characters: shorten the text`)

  const { from } = twilio.credentials
  const form = new URLSearchParams({ To: to, [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from })
  if (text) form.append('Body', text)
  if (hasMedia) for (const link of links) form.append('MediaUrl', link)
  return resultOf(await post(twilio, form, webhook_url), text)
}

/** Without an address for reports that Twilio accepts, such as a local one, the message goes out all the same. */
async function post(twilio: Twilio, form: URLSearchParams, webhook_url: string): Promise<Answer> {
  const reported = new URLSearchParams(form)
  reported.append('StatusCallback', webhook_url)
  const answer = await call(twilio, '/Messages.json', reported)
  const isCallbackRefused = answer.outcome === 'refused' && answer.code === INVALID_CALLBACK
  return isCallbackRefused ? call(twilio, '/Messages.json', form) : answer
}

const INVALID_CALLBACK = 21609

function resultOf(answer: Answer, text: string): SendResult {
  if (answer.outcome === 'lost')
    return answer.unsent ? refuse('temporary', answer.detail) : { outcome: 'unknown', detail: answer.detail }
  if (answer.outcome === 'refused') {
    const failure = failureOf(answer.code, answer.status, answer.message)
    const { retry_after } = answer
    return {
      outcome: 'refused',
      failure,
      ...(failure.code === 'rate_limited' && { scope: 'inbox' as const, after_seconds: retry_after }),
      ...(failure.code === 'not_authorised' && { scope: 'connection' as const }),
    }
  }
  const { sid } = answer.result
  const { encoding, segments } = smsSegments(text)
  const attributes = { sms: { encoding, segments } }
  return { outcome: 'accepted', external_id: typeof sid === 'string' ? sid : undefined, attributes }
}

/** The number as Twilio wrote it, if the person wrote first. */
export function addressOf({ source_id, phone_number }: Recipient): string {
  return /^\+\d+$/.test(source_id) ? source_id : (phone_number ?? source_id)
}
