import type { Conversation, MessageAuthor, MessageFailure, MessageStatus } from '#contract/records/conversation.ts'
import type { Author } from '#contract/records/author.ts'
import { reject } from '#kernel/problem.ts'

/** A change to a conversation, by column. */
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
  reply_window_opened_at: Date
  reply_window_closes_at: Date
  custom_attributes: Conversation['custom_attributes']
  additional_attributes: Conversation['additional_attributes']
}>

/** The fields of a conversation that decide what a message changes. */
export type ConversationState = Pick<
  Conversation,
  'status' | 'unread_count' | 'waiting_since' | 'first_reply_at' | 'last_activity_at'
>

/** The change that resolves a conversation; undefined if it is resolved. Ends the customer's waiting time. */
export function resolve({ status }: Pick<Conversation, 'status'>, now: Date): Patch | undefined {
  if (status === 'resolved') return undefined
  return { status: 'resolved', resolved_at: now, snoozed_until: null, waiting_since: null, last_activity_at: now }
}

/** The change that reopens a conversation; undefined if it is open. A resolved one starts a new opening period. */
export function reopen({ status }: Pick<Conversation, 'status'>, now: Date): Patch | undefined {
  if (status === 'open') return undefined
  return {
    status: 'open',
    resolved_at: null,
    snoozed_until: null,
    last_activity_at: now,
    ...reopenedFields(status, now),
  }
}

function reopenedFields(status: Conversation['status'], now: Date): Patch {
  return status === 'resolved' ? { opened_at: now } : {}
}

/** The change that snoozes a conversation until a future time, or with null until the customer writes. */
export function snooze(
  { status }: Pick<Conversation, 'status'>,
  until: string | null,
  now: Date,
  field = 'until',
): Patch {
  const moment = until === null ? null : new Date(until)
  if (moment && !(moment > now)) {
    reject('invalid_value', `Choose a time in the future; it is now ${now.toISOString()}.`, field)
  }
  return {
    status: 'snoozed',
    snoozed_until: moment,
    resolved_at: null,
    last_activity_at: now,
    ...reopenedFields(status, now),
  }
}

/** The change that leaves a conversation to the AI agent; undefined if it is pending. */
export function pend({ status }: Pick<Conversation, 'status'>, now: Date): Patch | undefined {
  if (status === 'pending') return undefined
  return {
    status: 'pending',
    resolved_at: null,
    snoozed_until: null,
    last_activity_at: now,
    ...reopenedFields(status, now),
  }
}

/** The change an incoming message makes: the customer waits for a reply, and a resolved or snoozed conversation reopens. */
export function applyIncoming(before: ConversationState, now: Date): Patch {
  const returns = before.status === 'resolved' || before.status === 'snoozed'
  return {
    ...(returns && reopen(before, now)),
    unread_count: before.unread_count + 1,
    waiting_since: before.waiting_since ?? now,
    awaiting_customer_since: null,
    last_activity_at: latest(before.last_activity_at, now),
  }
}

/** The change an e-mail of a program makes, such as an absence notice: nobody waits, and nothing is reopened. */
export function applyAutomatic(before: ConversationState, now: Date): Patch {
  return { unread_count: before.unread_count + 1, last_activity_at: latest(before.last_activity_at, now) }
}

/** The change that opens the reply window for these hours; a window that ends later stays. */
export function openWindow({ reply_window }: Pick<Conversation, 'reply_window'>, from: Date, hours: number): Patch {
  const closes = new Date(from.getTime() + hours * 3_600_000)
  if (reply_window?.closes_at && Date.parse(reply_window.closes_at) >= closes.getTime()) return {}
  return { reply_window_opened_at: from, reply_window_closes_at: closes }
}

/**
 * The change an outgoing message makes. A reply ends the customer's waiting time; an agent's also counts as the first reply
 * and as read. Notes, automations and campaigns are no replies.
 */
export function applyOutgoing(before: ConversationState, author: MessageAuthor, isPrivate: boolean, now: Date): Patch {
  const looked = author.type === 'agent' ? { agent_last_seen_at: now, unread_count: 0 } : {}
  const last_activity_at = latest(before.last_activity_at, now)
  if (isPrivate || author.type === 'automation' || author.type === 'campaign') return { ...looked, last_activity_at }
  return {
    ...looked,
    last_activity_at,
    waiting_since: null,
    awaiting_customer_since: now,
    ...(author.type === 'agent' && { first_reply_at: before.first_reply_at ?? now }),
  }
}

/** Seconds the customer waited for this message, if it is an agent's reply. */
export function waitedSeconds(
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

function latest(before: string, now: Date): Date {
  return Date.parse(before) > now.getTime() ? new Date(before) : now
}

const status_order: readonly MessageStatus[] = ['scheduled', 'pending', 'sent', 'delivered', 'read']

/** Whether a message may move to a status: forwards only, and to failed only before delivery. */
export function canAdvance(from: MessageStatus, to: MessageStatus): boolean {
  if (to === 'failed') return ['scheduled', 'pending', 'sent'].includes(from)
  if (from === 'failed') return to === 'delivered' || to === 'read'
  return status_order.indexOf(to) > status_order.indexOf(from)
}

/**
 * The failure of a message the reply window forbids. People are refused before it is stored; a survey, a rule or the AI agent
 * leaves a message that says why it was not sent.
 */
export function refusalOfWindow(
  { reply_window, channel }: Pick<Conversation, 'reply_window' | 'channel'>,
  message: {
    direction: string
    private?: boolean | undefined
    external_id?: string | null | undefined
    content_type?: string | undefined
    delivery?: Record<string, unknown> | undefined
  },
): { status: 'failed'; failure: MessageFailure } | undefined {
  if (!reply_window || message.direction === 'incoming' || message.private || message.external_id) return undefined
  const { may_send } = reply_window
  const isAllowed =
    (message.content_type === 'template' && may_send.includes('template')) ||
    (message.content_type !== 'template' && may_send.includes('text')) ||
    (message.delivery?.['human_agent'] === true && may_send.includes('human_agent'))
  if (isAllowed) return undefined
  const detail = `The reply window of ${channel} is closed.`
  return { status: 'failed', failure: { code: 'window_closed', detail, retryable: false } }
}

/** The author as stored with a message. Only people with a session are agents; API keys are programs. */
export function authorOf({ type, id, name }: Author): MessageAuthor {
  const types = {
    user: 'agent',
    api_key: 'api',
    contact: 'contact',
    ai_agent: 'ai_agent',
    automation: 'automation',
    campaign: 'campaign',
    system: 'automation',
    bot: 'bot',
  } as const
  return { type: types[type], id, name }
}

/** The text of a message, or null if it only has attachments; refuses an empty message. */
export function checkContent(content: string | undefined, attachments: readonly unknown[]): string | null {
  const text = content?.trim() ? content : null
  if (!text && attachments.length === 0) reject('missing_field', 'Write a message or attach a file.', 'content')
  return text
}

/** The original time of a message a program imports; one in the future is now. */
export function pastOf({ now }: { now: Date }, moment: string | undefined): Date | undefined {
  return moment === undefined ? undefined : new Date(Math.min(Date.parse(moment), now.getTime()))
}

/** The name of a visitor until they give one. */
export function visitorName(locale: string, source_id: string): string {
  return `${locale === 'en' ? 'Visitor' : 'Visitante'} ${source_id.replace(/\W/g, '').slice(-4)}`
}
