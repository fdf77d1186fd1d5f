import type { Conversation, MessageAuthor, MessageStatus } from '#contract/records/conversation.ts'
import type { Author } from '#contract/records/author.ts'
import { reject } from '#kernel/problem.ts'

/** What of a conversation can change, by its columns. */
export type Patch = Partial<{
  status: Conversation['status']
  priority: Conversation['priority']
  assignee_id: string | null
  team_id: string | null
  snoozed_until: Date | null
  resolved_at: Date | null
  waiting_since: Date | string | null
  awaiting_customer_since: Date | null
  opened_at: Date
  first_reply_at: Date | string | null
  agent_last_seen_at: Date | null
  contact_last_seen_at: Date
  unread_count: number
  last_activity_at: Date | string
  custom_attributes: Conversation['custom_attributes']
}>

/** What resolving changes; nothing where it is resolved already. Nobody waits for an answer any more. */
export function resolve({ status }: Conversation, now: Date): Patch | undefined {
  if (status === 'resolved') return undefined
  return { status: 'resolved', resolved_at: now, snoozed_until: null, waiting_since: null, last_activity_at: now }
}

/** What reopening changes; nothing where it is open already. What was resolved begins anew. */
export function reopen({ status }: Conversation, now: Date): Patch | undefined {
  if (status === 'open') return undefined
  return { status: 'open', resolved_at: null, snoozed_until: null, last_activity_at: now, ...anew(status, now) }
}

function anew(status: Conversation['status'], now: Date): Patch {
  return status === 'resolved' ? { opened_at: now } : {}
}

/** What snoozing changes. Only the future can be snoozed to; without a moment it lasts until the customer writes. */
export function snooze(
  { status }: Pick<Conversation, 'status'>,
  until: string | null,
  now: Date,
  field = 'until',
): Patch {
  const moment = until === null ? null : new Date(until)
  if (moment && !(moment > now)) {
    reject('invalid_value', `Choose a moment in the future; now it is ${now.toISOString()}.`, field)
  }
  return { status: 'snoozed', snoozed_until: moment, resolved_at: null, last_activity_at: now, ...anew(status, now) }
}

/** What leaving it to the AI agent changes; nothing where it is pending already. */
export function pend({ status }: Conversation, now: Date): Patch | undefined {
  if (status === 'pending') return undefined
  return { status: 'pending', resolved_at: null, snoozed_until: null, last_activity_at: now, ...anew(status, now) }
}

/** A customer who writes waits for an answer, and brings back what was resolved or snoozed. */
export function received(before: Conversation, now: Date): Patch {
  const returns = before.status === 'resolved' || before.status === 'snoozed'
  return {
    ...(returns && reopen(before, now)),
    unread_count: before.unread_count + 1,
    waiting_since: before.waiting_since ?? now,
    awaiting_customer_since: null,
    last_activity_at: later(before.last_activity_at, now),
  }
}

/**
 * An answer ends the waiting; a person's is also the first reply, and whoever answers has looked. A note answers nobody,
 * and neither does what is sent by rule or to many.
 */
export function sent(before: Conversation, author: MessageAuthor, isPrivate: boolean, now: Date): Patch {
  const looked = author.type === 'agent' ? { agent_last_seen_at: now, unread_count: 0 } : {}
  const last_activity_at = later(before.last_activity_at, now)
  if (isPrivate || author.type === 'automation' || author.type === 'campaign') return { ...looked, last_activity_at }
  return {
    ...looked,
    last_activity_at,
    waiting_since: null,
    awaiting_customer_since: now,
    ...(author.type === 'agent' && { first_reply_at: before.first_reply_at ?? now }),
  }
}

/** How long the customer had waited for a message, where it is a person's answer. */
export function waited(
  { waiting_since }: Pick<Conversation, 'waiting_since'>,
  {
    direction,
    author,
    private: isPrivate = false,
  }: { direction: string; author: MessageAuthor; private?: boolean | undefined },
  now: Date,
): number | null {
  if (!waiting_since || direction !== 'outgoing' || author.type !== 'agent' || isPrivate) return null
  return Math.max(0, Math.floor((now.getTime() - Date.parse(waiting_since)) / 1000))
}

function later(before: string, now: Date): Date {
  return Date.parse(before) > now.getTime() ? new Date(before) : now
}

const ladder: readonly MessageStatus[] = ['sent', 'delivered', 'read']

/** Whether a message's status moves: up the ladder only, and to failed only before it was delivered. */
export function climbs(from: MessageStatus, to: MessageStatus): boolean {
  if (to === 'failed') return from === 'sent'
  if (from === 'failed') return to !== 'sent'
  return ladder.indexOf(to) > ladder.indexOf(from)
}

/** Who wrote, as a message remembers it. Only people with a session are agents; a program is a program. */
export function authorOf({ type, id, name }: Author): MessageAuthor {
  const types = {
    user: 'agent',
    api_key: 'api',
    contact: 'contact',
    ai_agent: 'ai_agent',
    automation: 'automation',
    campaign: 'campaign',
    system: 'automation',
  } as const
  return { type: types[type], id, name }
}

/** A message says something or shows something. */
export function checkContent(content: string | undefined, attachments: readonly unknown[]): string | null {
  const said = content?.trim() ? content : null
  if (!said && attachments.length === 0) reject('missing_field', 'Write something, or attach a file.', 'content')
  return said
}

/** What a visitor is called until they say. */
export function visitorName(locale: string, source_id: string): string {
  return `${locale === 'en' ? 'Visitor' : 'Visitante'} ${source_id.replace(/\W/g, '').slice(-4)}`
}
