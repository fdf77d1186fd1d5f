import type { MessageFailure } from '#contract/records/conversation.ts'
import type { SendResult } from '#kernel/connector.ts'

type Code = MessageFailure['code']

/** Twilio's errors, from API calls and status callbacks. */
const codes = new Map<number, Code>(
  Object.entries({
    // The account, its number or its status; nothing can be sent until somebody corrects them.
    not_authorised: [20003, 20005, 20404, 21606, 21659, 21660, 30002],
    rate_limited: [20429, 21611, 30001, 30022],
    temporary: [30008],
    recipient_unreachable: [21211, 21214, 21217, 21612, 21614, 30003, 30004, 30005, 30006],
    recipient_opted_out: [21610],
    policy: [21408, 21608, 30007, 30034],
    media_rejected: [21620, 21623, 30011, 30019],
  }).flatMap(([code, numbers]) => numbers.map((number): [number, Code] => [number, code as Code])),
)

const passing = new Set<Code>(['rate_limited', 'temporary', 'not_authorised'])

/** A failure by Twilio's number, or by the status of its answer if there is none. */
export function failureOf(number: number | undefined, status: number, message: string): MessageFailure {
  const code = (number === undefined ? undefined : codes.get(number)) ?? byStatus(status)
  const provider = { code: String(number ?? status), message }
  return { code, detail: message, retryable: passing.has(code), provider }
}

export function refuse(code: Code, detail: string): SendResult {
  return { outcome: 'refused', failure: { code, detail, retryable: passing.has(code) } }
}

function byStatus(status: number): Code {
  if (status === 429) return 'rate_limited'
  if (status === 401 || status === 404) return 'not_authorised'
  return status >= 500 ? 'temporary' : 'rejected'
}
