import { createHmac, randomBytes } from 'node:crypto'
import { type Fault, faultQueue, type LoopbackAnswer, type LoopbackRequest, openLoopback } from './loopback.ts'

/** Resources of the API, as `fail` names them. */
export type TwilioResource = 'account' | 'numbers' | 'messages' | 'list' | 'media_list' | 'media' | 'file'

export type TwilioCall = { resource: TwilioResource; method: string; form: Record<string, string>; urls: string[] }

export type TwilioAccount = { account_sid: string; auth_token: string; numbers: string[] }

type State = {
  account: TwilioAccount
  status: string
  sms_url: string | null
  requires_https: boolean
  opted_out: Set<string>
  sent: Map<string, Record<string, string>>
  /** Messages of customers, oldest first. */
  received: { form: Record<string, string>; at: Date }[]
  media: Map<string, { bytes: Buffer; content_type: string }>
  links: Map<string, string>
}

const usual: TwilioAccount = {
  account_sid: 'AC0f1c7000000000000000000000000000',
  auth_token: 'twilio-test-auth-token',
  numbers: ['+525555550100'],
}

/** The parts of Twilio's API a connector uses, for one account. */
export async function openFakeTwilio({
  requires_https = false,
  ...account
}: Partial<TwilioAccount> & { requires_https?: boolean } = {}) {
  const calls: TwilioCall[] = []
  const faults = faultQueue()
  const state = emptyState({ ...usual, ...account }, requires_https)
  const { url, close } = await openLoopback(async (request) => {
    const resource = resourceOf(request.url.pathname, request.method)
    if (!resource)
      return { fault: undefined, answer: () => refusal(404, 20404, 'The requested resource was not found') }
    const form = new URLSearchParams(request.body.toString('utf8'))
    const call = { resource, method: request.method, form: Object.fromEntries(form), urls: form.getAll('MediaUrl') }
    calls.push(call)
    return { fault: faults.take(resource), answer: () => answer(request, call, state, url) }
  })

  /** Posts a form to a webhook, signed as Twilio does. */
  async function deliver(webhook: string, form: Record<string, string>, auth_token = state.account.auth_token) {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature(webhook, form, auth_token),
    }
    const response = await fetch(webhook, { method: 'POST', headers, body: new URLSearchParams(form).toString() })
    return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
  }

  return {
    url,
    close,
    calls,
    account: state.account,
    callsOf: (resource: TwilioResource) => calls.filter((call) => call.resource === resource),
    /** Forgets calls, faults and messages. */
    reset(): void {
      calls.length = 0
      faults.clear()
      Object.assign(state, emptyState(state.account, requires_https))
    },
    fail: (resource: TwilioResource, fault: Fault, times?: number) => faults.add(resource, fault, times),
    suspend: () => void (state.status = 'suspended'),
    optOut: (number: string) => void state.opted_out.add(number),
    /** Messages sent so far, by id. */
    accepted: () => [...state.sent],
    smsUrl: () => state.sms_url,
    setSmsUrl: (address: string) => void (state.sms_url = address),
    /** A file of a message, with its address at Twilio. */
    addMedia(bytes: Buffer, content_type: string): string {
      const sid = `ME${id()}`
      state.media.set(sid, { bytes, content_type })
      return `https://api.twilio.com/2010-04-01/Accounts/${state.account.account_sid}/Messages/MM${id()}/Media/${sid}`
    },
    removeMedia: () => state.media.clear(),
    deliver,
    /** A form with a message of this number. */
    messageFrom(from: string, fields: Record<string, string>, at = new Date()): Record<string, string> {
      const form = {
        MessageSid: `SM${id()}`,
        AccountSid: state.account.account_sid,
        From: from,
        To: state.account.numbers[0]!,
        SmsStatus: 'received',
        NumMedia: '0',
        NumSegments: '1',
        ApiVersion: '2010-04-01',
        ...fields,
      }
      state.received.push({ form, at })
      return form
    },
    /** Reports the status of a sent message to the address given with it. */
    async report(sid: string, status: string, error?: { code: number; message?: string }) {
      const sent = state.sent.get(sid)
      if (!sent?.StatusCallback) throw new Error('The message was not sent, or without an address for reports')
      return deliver(sent.StatusCallback, {
        MessageSid: sid,
        SmsSid: sid,
        MessageStatus: status,
        SmsStatus: status,
        ...(error && { ErrorCode: String(error.code) }),
        ...(error?.message && { ErrorMessage: error.message }),
        To: sent.To!,
        From: state.account.numbers[0]!,
        AccountSid: state.account.account_sid,
        ApiVersion: '2010-04-01',
      })
    },
  }
}

export type FakeTwilio = Awaited<ReturnType<typeof openFakeTwilio>>

/** Signature of a form posted to an address. */
export function twilioSignature(address: string, form: Record<string, string>, auth_token: string): string {
  const names = Object.keys(form).toSorted((a, b) => (a < b ? -1 : 1))
  const text = address + names.map((name) => name + form[name]).join('')
  return createHmac('sha1', auth_token).update(text).digest('base64')
}

/** Answers as Twilio writes them. */
export function refusal(
  status: number,
  code: number,
  message: string,
  headers?: Record<string, string>,
): LoopbackAnswer {
  const body = { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
  return { status, body, ...(headers && { headers }) }
}

function emptyState(account: TwilioAccount, requires_https: boolean): State {
  return {
    account,
    requires_https,
    status: 'active',
    sms_url: null,
    opted_out: new Set(),
    sent: new Map(),
    received: [],
    media: new Map(),
    links: new Map(),
  }
}

function resourceOf(path: string, method: string): TwilioResource | undefined {
  const rest = /^\/2010-04-01\/Accounts\/\w+(.*)$/.exec(path)?.[1]
  if (path.startsWith('/files/')) return 'file'
  if (rest === '.json') return 'account'
  if (rest === '/Messages.json') return method === 'GET' ? 'list' : 'messages'
  if (rest?.endsWith('/Media.json')) return 'media_list'
  if (rest?.startsWith('/IncomingPhoneNumbers')) return 'numbers'
  return rest?.includes('/Media/') ? 'media' : undefined
}

function answer(request: LoopbackRequest, call: TwilioCall, state: State, url: string): LoopbackAnswer {
  const { pathname, searchParams } = request.url
  const last = pathname.split('/').at(-1)!
  if (call.resource === 'file') return download(last, state)
  if (!isAuthorised(request, state.account)) return refusal(401, 20003, 'Authenticate')
  if (call.resource === 'account')
    return { status: 200, body: { sid: state.account.account_sid, friendly_name: 'Tienda', status: state.status } }
  if (call.resource === 'messages') return send(call, state)
  if (call.resource === 'list') return listReceived(request.url, state)
  if (call.resource === 'media_list') return listMedia(pathname.split('/').at(-2)!, state)
  if (call.resource === 'numbers')
    return call.method === 'POST' ? setNumber(call, state) : listNumbers(searchParams.get('PhoneNumber'), state)
  if (!state.media.has(last)) return refusal(404, 20404, 'The requested resource was not found')
  const link = id()
  state.links.set(link, last)
  return { status: 307, headers: { location: `${url}/files/${link}` } }
}

function isAuthorised({ headers, url }: LoopbackRequest, { account_sid, auth_token }: TwilioAccount): boolean {
  const right = `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`
  return headers.authorization === right && url.pathname.includes(`/${account_sid}`)
}

function listNumbers(wanted: string | null, { account, sms_url }: State): LoopbackAnswer {
  const found = account.numbers.filter((number) => wanted === null || number === wanted)
  const numbers = found.map((phone_number, index) => ({ sid: `PN${index}`, phone_number, sms_url, sms_method: 'POST' }))
  return { status: 200, body: { incoming_phone_numbers: numbers } }
}

/** Newest first, in pages. */
function listReceived({ pathname, searchParams }: URL, { received, sent }: State): LoopbackAnswer {
  const since = Date.parse(searchParams.get('DateSent>') ?? '') || 0
  const [size, page] = [Number(searchParams.get('PageSize') ?? 50), Number(searchParams.get('Page') ?? 0)]
  const to = searchParams.get('To')
  const inbound = received
    .filter(({ form, at }) => (to === null || form.To === to) && at.getTime() >= since)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ form, at }) => ({
      sid: form.MessageSid,
      from: form.From,
      to: form.To,
      body: form.Body ?? '',
      direction: 'inbound',
      status: 'received',
      num_media: form.NumMedia,
      messaging_service_sid: form.MessagingServiceSid ?? null,
      date_sent: at.toUTCString(),
    }))
  const outbound = [...sent]
    .filter(([, form]) => to === null || form.To === to)
    .map(([sid, form]) => ({ sid, direction: 'outbound-api', to: form.To, body: form.Body ?? '' }))
  const messages = [...outbound, ...inbound]
  const next = new URLSearchParams(searchParams)
  next.set('Page', String(page + 1))
  const next_page_uri = messages.length > (page + 1) * size ? `${pathname}?${next.toString()}` : null
  return { status: 200, body: { messages: messages.slice(page * size, (page + 1) * size), next_page_uri } }
}

function listMedia(message_sid: string, { received, media }: State): LoopbackAnswer {
  const form = received.find((each) => each.form.MessageSid === message_sid)?.form ?? {}
  const sids = Array.from({ length: Number(form.NumMedia ?? 0) }, (_, i) => form[`MediaUrl${i}`]!.split('/').at(-1)!)
  return { status: 200, body: { media_list: sids.map((sid) => ({ sid, content_type: media.get(sid)?.content_type })) } }
}

function setNumber({ form }: TwilioCall, state: State): LoopbackAnswer {
  if (state.requires_https && !form.SmsUrl?.startsWith('https://')) return refusal(400, 21402, 'SmsUrl is not valid')
  state.sms_url = form.SmsUrl ?? null
  return { status: 200, body: { sid: 'PN0', sms_url: state.sms_url } }
}

function send({ form, urls }: TwilioCall, state: State): LoopbackAnswer {
  const { To = '', From, MessagingServiceSid, Body = '', StatusCallback } = form
  if (state.requires_https && StatusCallback !== undefined && !StatusCallback.startsWith('https://'))
    return refusal(400, 21609, `Invalid StatusCallback URL: ${StatusCallback}`)
  if (!/^\+\d{6,15}$/.test(To)) return refusal(400, 21211, `Invalid 'To' Phone Number: ${To}`)
  if (!MessagingServiceSid && !state.account.numbers.includes(From ?? ''))
    return refusal(400, 21606, `The 'From' phone number provided (${From}) is not a valid message-capable number`)
  if (state.opted_out.has(To)) return refusal(400, 21610, 'Attempt to send to unsubscribed recipient')
  if (Body.length > 1600) return refusal(400, 21617, 'The concatenated message body exceeds the 1600 character limit')
  if (!Body && urls.length === 0) return refusal(400, 21619, 'A text message body or media urls must be specified')
  const sid = `SM${id()}`
  state.sent.set(sid, form)
  return { status: 201, body: { sid, status: 'queued', to: To, from: From ?? null, error_code: null } }
}

/** Links work once. */
function download(link: string, { media, links }: State): LoopbackAnswer {
  const file = media.get(links.get(link) ?? '')
  links.delete(link)
  return file ? { status: 200, headers: { 'content-type': file.content_type }, body: file.bytes } : { status: 403 }
}

function id(): string {
  return randomBytes(16).toString('hex')
}
