import type { EventName } from '#contract/events.ts'
import {
  type ClassicEvent,
  classic_events,
  type ErrorClass,
  type Webhook,
  type WebhookKind,
} from '#contract/records/webhook.ts'
import { available, TEST } from '#contract/webhook-bodies.ts'
import { reject } from '#kernel/problem.ts'

/** Every way to ask for an event: by its name, its kind, or with all others. */
export function patterns(name: string): string[] {
  return [name, `${noun(name)}.*`, '*']
}

function noun(name: string): string {
  return name.split('.')[0]!
}

const askable = new Set([...available.flatMap(patterns), TEST])

/** What an endpoint is to be told, each thing once; refused where there is no such thing. */
export function checkEvents(kind: WebhookKind, asked: readonly string[] | undefined): string[] {
  if (kind === 'inbox') {
    if (asked)
      reject('invalid_value', 'The program behind an inbox is told everything of it; leave events out.', 'events')
    return [...inbox_events]
  }
  if (!asked || asked.length === 0) reject('missing_field', `Say what it is to be told; ${choices[kind]}.`, 'events')
  const known: ReadonlySet<string> = kind === 'classic' ? new Set(classic_events) : askable
  for (const [i, name] of asked.entries())
    if (!known.has(name)) reject('invalid_value', `There is no event "${name}"; ${choices[kind]}.`, `events/${i}`)
  return [...new Set(asked)]
}

const choices = {
  standard: 'see GET /api/v1/webhooks/events, or ask for a kind such as contact.*, or for all with *',
  classic: `choose among ${classic_events.join(', ')}`,
}

/** What the program behind an inbox is told. */
const inbox_events = classic_events.filter((name) => /^(conversation|message|webwidget)_/.test(name))

/** What an event is called in classic words. One change of status is both that and a change. */
export function classicNames(name: EventName): readonly ClassicEvent[] {
  return classic[name] ?? []
}

const classic: { [N in EventName]?: readonly ClassicEvent[] } = {
  'conversation.created': ['conversation_created'],
  'conversation.status_changed': ['conversation_status_changed', 'conversation_updated'],
  'conversation.updated': ['conversation_updated'],
  'conversation.assigned': ['conversation_updated'],
  'conversation.unassigned': ['conversation_updated'],
  'conversation.team_changed': ['conversation_updated'],
  'conversation.priority_changed': ['conversation_updated'],
  'conversation.label_added': ['conversation_updated'],
  'conversation.label_removed': ['conversation_updated'],
  'message.received': ['message_created'],
  'message.sent': ['message_created'],
  'message.updated': ['message_updated'],
  'message.status_changed': ['message_updated'],
  'contact.created': ['contact_created'],
  'contact.updated': ['contact_updated'],
  'inbox.created': ['inbox_created'],
  'inbox.updated': ['inbox_updated'],
}

/** The events an endpoint asked for, by our names. */
export function wanted({ kind, events: asked }: Pick<Webhook, 'kind' | 'events'>): EventName[] {
  const names = (name: EventName): readonly string[] => (kind === 'standard' ? patterns(name) : classicNames(name))
  return available.filter((name) => names(name).some((each) => asked.includes(each)))
}

/** What came of an attempt. */
export type Outcome = {
  status_code: number | null
  error_class: ErrorClass | null
  error: string | null
  response_body: string | null
  /** Seconds the receiver asks to be left alone. */
  retry_after: number | null
  /** The receiver wants nothing more: not this, or nothing at all. */
  stop: 'message' | 'endpoint' | null
}

type Answer = { status: number; headers: Readonly<Record<string, string>>; body: string }

/** An answer judged: only 2xx is success, and a redirect leads nowhere. */
export function judge({ status, headers, body }: Answer, now: Date): Outcome {
  const succeeded = status >= 200 && status < 300
  const wish = headers['webhook-delivery']?.trim().toLowerCase()
  const gone = status === 410 || wish === 'disable'
  return {
    status_code: status,
    error_class: succeeded ? null : 'http',
    error: succeeded ? null : `It answered ${status}.`,
    // A text of the database has no NUL.
    response_body: body.replaceAll('\0', '\uFFFD'),
    retry_after: retryAfter(headers['retry-after'], now),
    stop: gone ? 'endpoint' : wish === 'abort-message' ? 'message' : null,
  }
}

/** Why there was no answer. */
export function failure(error: { message?: string; code?: unknown; name?: string }): Outcome {
  const said = String(error.message ?? error).slice(0, 1000)
  const nothing = { status_code: null, response_body: null, retry_after: null, stop: null }
  return { ...nothing, error_class: errorClass(error), error: said || String(error.code ?? 'It could not be reached.') }
}

function errorClass({ code, name }: { code?: unknown; name?: string }): ErrorClass {
  const text = String(code ?? '')
  if (text === 'blocked') return 'blocked'
  if (name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(text)) return 'timeout'
  if (/^(ENOTFOUND|EAI_)/.test(text)) return 'dns'
  if (/TLS|SSL|CERT|SIGNED|EPROTO|UNABLE_TO/.test(text)) return 'tls'
  return 'connect'
}

const LONGEST_PAUSE = 86_400

/** Seconds, or a moment. */
function retryAfter(header: string | undefined, now: Date): number | null {
  if (!header) return null
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_PAUSE) : null
}

/**
 * Seconds until the next attempt after this many, or undefined when there is none. `chance`, from nought to one, spreads
 * the attempts by a tenth, so that what failed together does not come back together.
 */
export function pause(
  schedule: readonly number[],
  tries: number,
  asked: number | null,
  chance: number,
): number | undefined {
  const planned = schedule[tries - 1]
  return planned === undefined ? undefined : Math.max(planned * (0.9 + chance * 0.2), asked ?? 0)
}

export type Health = Pick<
  Webhook,
  'enabled' | 'last_success_at' | 'failing_since' | 'failed_attempts' | 'created_at'
> & {
  warned_at: string | null
}

const HOURS = 3_600_000

/** Whether administrators are to be told that nothing arrives, or nothing more is to be sent. */
export function verdict(health: Health, now: Date): 'warn' | 'disable' | undefined {
  const { enabled, failing_since, failed_attempts, last_success_at, created_at, warned_at } = health
  if (!enabled || failing_since === null) return undefined
  const hours = (since: string) => (now.getTime() - Date.parse(since)) / HOURS
  const forLong = hours(last_success_at ?? created_at) >= 120 && hours(failing_since) >= 24
  if (forLong && failed_attempts >= 20) return 'disable'
  return hours(failing_since) >= 24 && warned_at === null ? 'warn' : undefined
}
