import type { MessageFailure } from '#contract/records/conversation.ts'
import { HttpError, ProviderError, type HttpAnswer, type SendResult } from '#kernel/connector.ts'
import { number, object, objects, type Payload, text } from './payload.ts'

/** An error as the Graph API describes it. Decisions depend on the codes, never on the text. */
export type GraphError = {
  code: number
  subcode: number | undefined
  message: string
  is_transient: boolean
}

/** The consequence of an error code. */
export type Refusal = {
  code: MessageFailure['code']
  detail: string
  retryable?: boolean
  scope?: 'recipient' | 'inbox' | 'connection'
  after_seconds?: number
}

/** Codes that only one product of Meta has, or uses in its own way. */
export type RefusalTable = (error: GraphError) => Refusal | undefined

/** Sends something that must not be sent twice. `accept` reads the ids in the answer. */
export async function deliver(
  call: Promise<HttpAnswer>,
  accept: (answer: Payload) => SendResult | undefined,
  table: RefusalTable,
): Promise<SendResult> {
  let answer: HttpAnswer
  try {
    answer = await call
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return error.unsent ? toResult(unreachable) : { outcome: 'unknown', detail: error.message }
  }
  if (isOk(answer))
    return accept(object(answer.json)) ?? { outcome: 'unknown', detail: 'Meta answered without a message id.' }
  // A gateway that gave up waiting cannot tell whether the message was accepted.
  if (!graphError(answer.json) && [408, 504].includes(answer.status))
    return { outcome: 'unknown', detail: `Meta answered with status ${answer.status}.` }
  return refusedBy(answer, table)
}

/** Reads an answer that may be asked for again. Throws a `ProviderError` for a refusal. */
export async function ask(call: Promise<HttpAnswer>, table: RefusalTable): Promise<Payload> {
  const answer = await call.catch((error: unknown) => {
    throw error instanceof HttpError ? new ProviderError('unreachable', error.message) : error
  })
  const isObject = typeof answer.json === 'object' && answer.json !== null
  if (isOk(answer) && isObject) return object(answer.json)
  const error = graphError(answer.json)
  if (!error) throw new ProviderError('unreachable', `Meta answered with status ${answer.status}.`)
  const kind = refusalOf(error, table).retryable ? 'unreachable' : 'rejected'
  throw new ProviderError(kind, error.message)
}

/** The error in an answer, or in a webhook's list of errors. */
export function graphError(json: unknown): GraphError | undefined {
  const error = object(object(json).error)
  const code = number(error.code)
  if (code === undefined) return undefined
  const reason = text(object(error.error_data).details) ?? text(error.error_user_msg) ?? text(error.message)
  return {
    code,
    subcode: number(error.error_subcode),
    message: reason ?? text(error.title) ?? `Error ${code}`,
    is_transient: error.is_transient === true,
  }
}

/** The failure a webhook reports for a message. */
export function failureOf(error: GraphError, table: RefusalTable): MessageFailure {
  return toFailure(refusalOf(error, table), error)
}

/** The refusal in an answer that is no success. */
export function refusedBy(answer: HttpAnswer, table: RefusalTable): SendResult & { outcome: 'refused' } {
  const error = graphError(answer.json)
  const refusal = error ? refusalOf(error, table) : refusalOfStatus(answer.status)
  const wait = refusal.code === 'rate_limited' ? secondsToWait(answer) : undefined
  return toResult(wait === undefined ? refusal : { ...refusal, after_seconds: wait }, error)
}

export function isOk({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300
}

function refusalOf(error: GraphError, table: RefusalTable): Refusal {
  return table(error) ?? commonRefusal(error) ?? (error.is_transient ? busy : rejected)
}

const busy: Refusal = { code: 'temporary', detail: 'Meta has a problem at the moment.', retryable: true }
const unreachable: Refusal = { code: 'temporary', detail: 'Meta could not be reached.', retryable: true }
const throttled: Refusal = {
  code: 'rate_limited',
  detail: 'Too many messages were sent in a short time.',
  retryable: true,
  scope: 'inbox',
}
const unauthorised: Refusal = {
  code: 'not_authorised',
  detail: 'Meta no longer accepts the access of this inbox. Reconnect it; waiting messages are sent then.',
  scope: 'connection',
}
const blocked: Refusal = {
  code: 'policy',
  detail: 'Meta blocked the account because of its policies. Look at the account in Meta Business Suite.',
  scope: 'connection',
}
const rejected: Refusal = { code: 'rejected', detail: 'Meta did not accept the message.' }

/** Codes that WhatsApp, Messenger and Instagram share. */
function commonRefusal({ code, subcode }: GraphError): Refusal | undefined {
  if ([1, 2].includes(code)) return busy
  if ([4, 17, 32, 613, 80002, 80006, 80007].includes(code)) return throttled
  if (code === 368) return blocked
  // 33, alone or within 100: the account is gone, or the token has no access to it.
  if ([0, 3, 10, 33, 190].includes(code) || (code >= 200 && code < 300)) return unauthorised
  if (code === 100 && subcode === 33) return unauthorised
  return undefined
}

/** For answers without an error, such as those of a proxy. */
function refusalOfStatus(status: number): Refusal {
  if (status === 429) return throttled
  if (status >= 500 || status < 400) return busy
  return status === 401 ? unauthorised : rejected
}

/** The delay Meta asks for: a header in seconds, or the usage report in minutes. */
function secondsToWait({ headers }: HttpAnswer): number | undefined {
  const seconds = number(headers['retry-after'])
  if (seconds !== undefined && seconds >= 0) return seconds
  const usage = Object.values(readUsage(headers['x-business-use-case-usage'])).flatMap(objects)
  const minutes = Math.max(0, ...usage.map((each) => number(each.estimated_time_to_regain_access) ?? 0))
  return minutes > 0 ? minutes * 60 : undefined
}

function readUsage(header: string | undefined): Payload {
  try {
    return object(JSON.parse(header ?? '{}'))
  } catch {
    return {}
  }
}

function toResult(refusal: Refusal, error?: GraphError): SendResult & { outcome: 'refused' } {
  const { scope, after_seconds } = refusal
  return { outcome: 'refused', failure: toFailure(refusal, error), scope, after_seconds }
}

function toFailure({ code, detail, retryable = false }: Refusal, error?: GraphError): MessageFailure {
  const number = error && (error.subcode ? `${error.code}/${error.subcode}` : String(error.code))
  return { code, detail, retryable, provider: error && number ? { code: number, message: error.message } : null }
}
