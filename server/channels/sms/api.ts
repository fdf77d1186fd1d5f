import { type Http, HttpError, type HttpAnswer } from '#kernel/connector.ts'
import type { TwilioCredentials } from './credentials.ts'

/** An account at Twilio, or at a proxy before it. */
export type Twilio = { twilio_url: string; credentials: TwilioCredentials; http: Http }

export type Refusal = {
  outcome: 'refused'
  status: number
  /** Twilio's number of the error. */
  code: number | undefined
  message: string
  retry_after: number | undefined
}

/** `lost`: no usable answer. The call may have been carried out unless it is `unsent`. */
export type Answer =
  // oxlint-disable-next-line typescript/no-explicit-any -- results are read field by field
  { outcome: 'done'; result: any } | Refusal | { outcome: 'lost'; detail: string; unsent: boolean }

/** Calls a resource of the account; with a form the call is a POST. */
export async function call(twilio: Twilio, resource: string, form?: URLSearchParams): Promise<Answer> {
  const { twilio_url, credentials, http } = twilio
  const url = `${twilio_url}/2010-04-01/Accounts/${credentials.account_sid}${resource}`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  try {
    return read(
      await (form
        ? http(url, { method: 'POST', headers: { ...authorization(twilio), ...type }, body: form.toString() })
        : http(url, { headers: authorization(twilio) })),
    )
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { outcome: 'lost', detail: `Twilio gave no answer: ${error.message}`, unsent: error.unsent }
  }
}

export function authorization({ credentials: { account_sid, auth_token } }: Twilio): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}` }
}

function read({ status, headers, json }: HttpAnswer): Answer {
  // A gateway's time-out says nothing about Twilio itself.
  if (status >= 400 && status !== 504) {
    const { code, message } = json ?? {}
    const seconds = Number(headers['retry-after'])
    return {
      outcome: 'refused',
      status,
      code: Number.isSafeInteger(code) ? code : undefined,
      message: typeof message === 'string' ? message : `HTTP ${status}`,
      retry_after: headers['retry-after'] !== undefined && seconds >= 0 ? seconds : undefined,
    }
  }
  const isAnswer = status < 300 && typeof json === 'object' && json !== null
  return isAnswer
    ? { outcome: 'done', result: json }
    : { outcome: 'lost', detail: 'Twilio’s answer could not be read', unsent: false }
}
