import { type MissedMessage, ProviderError } from '#kernel/connector.ts'
import { call, type Twilio } from './api.ts'

const PAGE = '200'
const MOST_PAGES = 100

type TwilioMessage = {
  sid?: unknown
  from?: unknown
  to?: unknown
  body?: unknown
  direction?: unknown
  num_media?: unknown
  date_sent?: unknown
  date_created?: unknown
  messaging_service_sid?: unknown
}
type Media = { sid?: unknown; content_type?: unknown }

/** Messages customers sent since then, oldest first. Twilio calls the webhook once, but keeps messages in a list. */
export async function listMissed(twilio: Twilio, since: Date): Promise<MissedMessage[]> {
  const { from } = twilio.credentials
  const isNumber = from.startsWith('+')
  // The numbers of a messaging service are not known here, so its messages are picked from those of the account.
  const listed = await list(twilio, since, isNumber ? { To: from } : {})
  return listed
    .filter(({ direction }) => direction === 'inbound')
    .filter(({ messaging_service_sid }) => isNumber || messaging_service_sid === from)
    .map((message) => ({ external_id: message.sid, read: () => writeForm(twilio, message) }))
}

/** Ids of the messages with this text sent to a number since then. */
export async function listSent(twilio: Twilio, to: string, text: string, since: Date): Promise<string[]> {
  const listed = await list(twilio, since, { To: to })
  return listed.filter(({ direction, body }) => direction !== 'inbound' && body === text).map(({ sid }) => sid)
}

/** All pages of a list of messages, oldest first. */
async function list(
  twilio: Twilio,
  since: Date,
  filter: Record<string, string>,
): Promise<(TwilioMessage & { sid: string })[]> {
  const found: (TwilioMessage & { sid: string })[] = []
  const moment = `${since.toISOString().slice(0, 19)}Z`
  let query: string | undefined =
    `?${new URLSearchParams({ ...filter, 'DateSent>': moment, PageSize: PAGE }).toString()}`
  for (let page = 0; query !== undefined && page < MOST_PAGES; page++) {
    const result: { messages?: TwilioMessage[]; next_page_uri?: unknown } = await ask(twilio, `/Messages.json${query}`)
    for (const { sid, ...message } of Array.isArray(result.messages) ? result.messages : [])
      if (typeof sid === 'string') found.push({ ...message, sid })
    query = typeof result.next_page_uri === 'string' ? /\?.*$/s.exec(result.next_page_uri)?.[0] : undefined
  }
  return found.toReversed()
}

/** The form that the webhook would have received, with the time of the message. */
async function writeForm(twilio: Twilio, message: TwilioMessage): Promise<Buffer> {
  const { sid, from, to, body, num_media, date_sent, date_created } = message
  const sent = Date.parse(String(date_sent ?? date_created))
  const form = new URLSearchParams({
    MessageSid: String(sid),
    AccountSid: twilio.credentials.account_sid,
    From: String(from ?? ''),
    To: String(to ?? ''),
    Body: String(body ?? ''),
    SmsStatus: 'received',
    ...(!Number.isNaN(sent) && { DateSent: new Date(sent).toISOString() }),
  })
  const files = Number(num_media) > 0 ? await ask(twilio, `/Messages/${String(sid)}/Media.json`) : {}
  const list: Media[] = Array.isArray(files.media_list) ? files.media_list : []
  for (const [index, media] of list.entries()) {
    const path = `/2010-04-01/Accounts/${twilio.credentials.account_sid}/Messages/${String(sid)}/Media/${String(media.sid)}`
    form.set(`MediaUrl${index}`, `https://api.twilio.com${path}`)
    form.set(`MediaContentType${index}`, String(media.content_type ?? ''))
  }
  return Buffer.from(form.toString())
}

async function ask(twilio: Twilio, resource: string) {
  const answer = await call(twilio, resource)
  if (answer.outcome === 'done') return answer.result
  throw new ProviderError('unreachable', answer.outcome === 'lost' ? answer.detail : answer.message)
}
