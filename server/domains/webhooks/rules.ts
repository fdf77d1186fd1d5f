import type { EventName } from '#contract/events.ts'
import {
  type ClassicName,
  classic_events,
  type ErrorClass,
  type Webhook,
  type WebhookKind,
} from '#contract/records/webhook.ts'
import { available, TEST } from '#contract/webhook-bodies.ts'
import { answeredWith } from '#contract/webhook-errors.ts'
import { reject } from '#kernel/problem.ts'

/** Subscription patterns that match an event: its name, its group and *. */
export function patterns(name: string): string[] {
  return [name, `${noun(name)}.*`, '*']
}

function noun(name: string): string {
  return name.split('.')[0]!
}

const known_patterns = new Set([...available.flatMap(patterns), TEST])

/** The events to subscribe to, without duplicates; refuses unknown ones. */
export function checkEvents(kind: WebhookKind, events: readonly string[] | undefined): string[] {
  if (kind === 'inbox' || kind === 'bot') {
    if (events)
      reject('invalid_value', `A webhook of kind ${kind} receives all events of its inbox; leave events out.`, 'events')
    return [...inbox_events]
  }
  if (!events || events.length === 0) reject('missing_field', `Choose at least one event; ${choices[kind]}.`, 'events')
  const known: ReadonlySet<string> = kind === 'classic' ? new Set(classic_events) : known_patterns
  for (const [i, name] of events.entries())
    if (!known.has(name)) reject('invalid_value', `There is no event "${name}"; ${choices[kind]}.`, `events/${i}`)
  return [...new Set(events)]
}

const choices = {
  standard: 'see GET /api/v1/webhooks/events, or use a group such as contact.*, or * for all',
  classic: `choose among ${classic_events.join(', ')}`,
}

/** Events sent to webhooks of kind inbox. */
const inbox_events = classic_events.filter((name) => /^(conversation|message|webwidget)_/.test(name))

/** Classic names of an event. A status change is also sent as an update, and a handover of a bot as an opening. */
export function classicNames(name: EventName, payload?: object): readonly ClassicName[] {
  const names = classic[name] ?? []
  return name === 'conversation.status_changed' && isHandover(payload) ? [...names, 'conversation_opened'] : names
}

function isHandover(payload: { changes?: { status?: { from?: unknown; to?: unknown } } } = {}): boolean {
  const { from, to } = payload.changes?.status ?? {}
  return from === 'pending' && to === 'open'
}

const classic: { [N in EventName]?: readonly ClassicName[] } = {
  'conversation.created': ['conversation_created'],
  'conversation.status_changed': ['conversation_status_changed', 'conversation_updated'],
  'conversation.resolved': ['conversation_resolved'],
  'conversation.reopened': ['conversation_opened'],
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

/** The events an endpoint is subscribed to. */
export function subscribedEvents({ kind, events: subscribed }: Pick<Webhook, 'kind' | 'events'>): EventName[] {
  const names = (name: EventName): readonly string[] => (kind === 'standard' ? patterns(name) : classicNames(name))
  return available.filter((name) => names(name).some((each) => subscribed.includes(each)))
}

/** The result of an attempt. */
export type Outcome = {
  status_code: number | null
  error_class: ErrorClass | null
  error: string | null
  response_body: string | null
  /** Seconds the receiver asked to wait. */
  retry_after: number | null
  /** Set when the receiver refuses this message, or anything more at all. */
  stop: 'message' | 'endpoint' | null
}

type HttpResponse = { status: number; headers: Readonly<Record<string, string>>; body: string }

/** Classifies a response: only 2xx is success, and redirects are not followed. */
export function toOutcome({ status, headers, body }: HttpResponse, now: Date): Outcome {
  const succeeded = status >= 200 && status < 300
  const wish = headers['webhook-delivery']?.trim().toLowerCase()
  const gone = status === 410 || wish === 'disable'
  return {
    status_code: status,
    error_class: succeeded ? null : 'http',
    error: succeeded ? null : answeredWith(status),
    // PostgreSQL text cannot contain NUL.
    response_body: body.replaceAll('\0', '\uFFFD'),
    retry_after: retryAfter(headers['retry-after'], now),
    stop: gone ? 'endpoint' : wish === 'abort-message' ? 'message' : null,
  }
}

/** The outcome of an attempt without a response. */
export function toFailure(error: { message?: string; code?: unknown; name?: string }): Outcome {
  const message = String(error.message ?? error).slice(0, 1000)
  const nothing = { status_code: null, response_body: null, retry_after: null, stop: null }
  return {
    ...nothing,
    error_class: errorClass(error),
    error: message || String(error.code ?? 'It could not be reached.'),
  }
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

/** Retry-After in seconds or as a date. */
function retryAfter(header: string | undefined, now: Date): number | null {
  if (!header) return null
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_PAUSE) : null
}

/**
 * Seconds until the next attempt after this many, or undefined when there is none. `chance`, from 0 to 1, adds
 * 10 % jitter, so that deliveries that failed together are not retried together.
 */
export function retryDelay(
  schedule: readonly number[],
  tries: number,
  retry_after: number | null,
  chance: number,
): number | undefined {
  const planned = schedule[tries - 1]
  return planned === undefined ? undefined : Math.max(planned * (0.9 + chance * 0.2), retry_after ?? 0)
}

export type Health = Pick<
  Webhook,
  'enabled' | 'last_success_at' | 'failing_since' | 'failed_attempts' | 'created_at'
> & {
  warned_at: string | null
}

const HOURS = 3_600_000

/** Whether to warn administrators about a failing endpoint, or to disable it. */
export function healthAction(health: Health, now: Date): 'warn' | 'disable' | undefined {
  const { enabled, failing_since, failed_attempts, last_success_at, created_at, warned_at } = health
  if (!enabled || failing_since === null) return undefined
  const hours = (since: string) => (now.getTime() - Date.parse(since)) / HOURS
  const forLong = hours(last_success_at ?? created_at) >= 120 && hours(failing_since) >= 24
  if (forLong && failed_attempts >= 20) return 'disable'
  return hours(failing_since) >= 24 && warned_at === null ? 'warn' : undefined
}
