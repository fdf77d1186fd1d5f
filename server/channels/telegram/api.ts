import type { MessageFailure } from '#contract/records/conversation.ts'
import { type Http, HttpError, type SendResult } from '#kernel/connector.ts'

/** One bot at one server of the Bot API. */
export type Bot = { telegram_url: string; bot_token: string; http: Http }

type SendRefusal = SendResult & { outcome: 'refused' }

export type Refusal = {
  outcome: 'refused'
  code: number
  description: string
  retry_after?: number | undefined
  migrate_to_chat_id?: number | undefined
}

/** `lost`: no usable answer. The call may have been carried out unless it is `unsent`. */
export type Answer =
  // oxlint-disable-next-line typescript/no-explicit-any -- results are read field by field
  { outcome: 'done'; result: any } | Refusal | { outcome: 'lost'; detail: string; unsent: boolean }

const UPLOAD_MILLISECONDS = 120_000

/** Calls a method of the Bot API. Its address contains the token, so it never appears in errors. */
export async function call(bot: Bot, method: string, parameters: object | FormData = {}): Promise<Answer> {
  const milliseconds = parameters instanceof FormData ? { milliseconds: UPLOAD_MILLISECONDS } : {}
  try {
    const url = `${bot.telegram_url}/bot${bot.bot_token}/${method}`
    const { status, json } = await bot.http(url, { method: 'POST', body: parameters, ...milliseconds })
    if (json?.ok === true) return { outcome: 'done', result: json.result }
    // A gateway's time-out says nothing about Telegram itself.
    if (status < 400 || status === 504)
      return { outcome: 'lost', detail: 'Telegram’s answer could not be read', unsent: false }
    return {
      outcome: 'refused',
      code: status,
      description: String(json?.description ?? `HTTP ${status}`),
      retry_after: wholeNumber(json?.parameters?.retry_after),
      migrate_to_chat_id: wholeNumber(json?.parameters?.migrate_to_chat_id),
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return {
      outcome: 'lost',
      detail: `Telegram gave no answer: ${hideToken(error.message, bot)}`,
      unsent: error.unsent,
    }
  }
}

/** The result of a call that was not carried out, or not certainly. */
export function resultOf(answer: Exclude<Answer, { outcome: 'done' }>): Exclude<SendResult, { outcome: 'accepted' }> {
  if (answer.outcome === 'refused') return refusalOf(answer)
  return answer.unsent ? refuse('temporary', answer.detail) : { outcome: 'unknown', detail: answer.detail }
}

/** A failure found before anything was sent. */
export function refuse(code: MessageFailure['code'], detail: string): SendRefusal {
  return { outcome: 'refused', failure: failure(code, detail) }
}

function hideToken(text: string, { bot_token }: Bot): string {
  return text.replaceAll(bot_token, '…').replaceAll(encodeURIComponent(bot_token), '…')
}

function refusalOf({ code, description, retry_after }: Refusal): SendRefusal {
  const reason = classify(code, description)
  return {
    outcome: 'refused',
    failure: { ...failure(reason, description), provider: { code: String(code), message: description } },
    ...(reason === 'rate_limited' && { scope: 'inbox' as const, after_seconds: retry_after }),
    ...(reason === 'not_authorised' && { scope: 'connection' as const }),
  }
}

/** Errors of status 400 differ only in their texts. */
function classify(code: number, description: string): MessageFailure['code'] {
  if (code === 429) return 'rate_limited'
  if (code === 401 || code === 404) return 'not_authorised'
  if (code === 409 || code >= 500) return 'temporary'
  if (code === 413) return 'media_rejected'
  // In a group this may concern one kind of message only.
  if (code === 403) return /not enough rights/i.test(description) ? 'policy' : 'recipient_unreachable'
  return texts.find(([pattern]) => pattern.test(description))?.[1] ?? 'rejected'
}

const texts: [RegExp, MessageFailure['code']][] = [
  [/chat not found|user not found|PEER_ID_INVALID|USER_IS_BLOCKED|INPUT_USER_DEACTIVATED/i, 'recipient_unreachable'],
  // A bot of a business account answers for 24 hours after the customer wrote.
  [/BUSINESS_PEER_USAGE_MISSING/, 'window_closed'],
  [/not enough rights|CHAT_WRITE_FORBIDDEN|CHAT_RESTRICTED|_FORBIDDEN\b/i, 'policy'],
  [/file|photo|image|video|voice|audio|document|media|webpage/i, 'media_rejected'],
]

const temporary = new Set<MessageFailure['code']>(['rate_limited', 'temporary', 'not_authorised'])

function failure(code: MessageFailure['code'], detail: string): MessageFailure {
  return { code, detail, retryable: temporary.has(code) }
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined
}
