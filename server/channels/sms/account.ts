import { type Connection, type ProviderAccount, ProviderError } from '#kernel/connector.ts'
import { type Answer, call, type Twilio } from './api.ts'

const byHand = 'Set the webhook address of this channel in the Twilio console, as the address for incoming messages'

type PhoneNumber = { sid: string; sms_url: string | null; friendly_name?: string | null }

/** Points the number's webhook here. Where that is not possible, the account's detail tells how to do it by hand. */
export async function connectAccount(twilio: Twilio, { webhook_url }: Connection): Promise<ProviderAccount> {
  const account = await readAccount(twilio)
  const number = await findNumber(twilio)
  if (!number) return { ...account, detail: byHand }
  const form = new URLSearchParams({ SmsUrl: webhook_url, SmsMethod: 'POST', SmsApplicationSid: '' })
  const answer = await call(twilio, `/IncomingPhoneNumbers/${number.sid}.json`, form)
  if (answer.outcome === 'done') return account
  const reason = answer.outcome === 'refused' ? answer.message : answer.detail
  return { ...account, detail: `${byHand}: ${reason}` }
}

/** Clears the address of the number, unless it belongs to another inbox by now. */
export async function disconnectAccount(twilio: Twilio, { webhook_url }: Connection): Promise<void> {
  const number = await findNumber(twilio)
  if (number?.sms_url !== webhook_url) return
  await call(twilio, `/IncomingPhoneNumbers/${number.sid}.json`, new URLSearchParams({ SmsUrl: '' }))
}

export async function checkAccount(twilio: Twilio, { webhook_url }: Connection): Promise<ProviderAccount> {
  const account = await readAccount(twilio)
  const number = await findNumber(twilio)
  return number && number.sms_url !== webhook_url ? { ...account, detail: byHand } : account
}

async function readAccount(twilio: Twilio): Promise<ProviderAccount> {
  const answer = await call(twilio, '.json')
  if (answer.outcome !== 'done') throw problem(answer)
  const { status, friendly_name } = answer.result
  if (status === 'suspended' || status === 'closed')
    throw new ProviderError('rejected', `The Twilio account is ${status}`)
  const { from } = twilio.credentials
  return { id: from, name: friendly_name ? `${from} (${friendly_name})` : from }
}

/** Undefined for senders that are no phone number, and if Twilio does not list numbers. */
async function findNumber(twilio: Twilio): Promise<PhoneNumber | undefined> {
  const { from } = twilio.credentials
  if (!from.startsWith('+')) return undefined
  const answer = await call(twilio, `/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(from)}`)
  const numbers = answer.outcome === 'done' ? answer.result.incoming_phone_numbers : undefined
  if (!Array.isArray(numbers)) return undefined
  if (numbers.length === 0) throw new ProviderError('rejected', `The Twilio account has no number ${from}`)
  return numbers[0] as PhoneNumber
}

function problem(answer: Exclude<Answer, { outcome: 'done' }>): ProviderError {
  if (answer.outcome === 'lost') return new ProviderError('unreachable', answer.detail)
  const { status, message } = answer
  return new ProviderError(status === 429 || status >= 500 ? 'unreachable' : 'rejected', `Twilio: ${message}`)
}
