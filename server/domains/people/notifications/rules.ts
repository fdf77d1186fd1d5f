import { type Channel, unmarked } from '#contract/channels.ts'
import type { Payload } from '#contract/events.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Activity } from '#contract/records/crm.ts'
import type { AlertKind, Notification } from '#contract/records/notification.ts'

/** A notification before it is known who gets it. */
export type Alert = {
  kind: AlertKind
  subject: Notification['subject']
  text: string | null
  /** The people it is addressed to. */
  user_ids?: readonly string[]
  /** The conversation whose followers get it, with the person who had it when the event occurred, if they still do. */
  followed?: { conversation_id: string; assignee_id: string | null }
  /** The conversation that its assignee, team or inbox should answer. */
  waiting?: string
  /** The conversation that its team or inbox should answer, while it has no assignee. */
  unassigned?: string
}

const TEXT_LENGTH = 200

/** With the message of the customer that waits for the assignee, if one does. */
export function assignmentAlert(conversation: Conversation): Alert {
  const { assignee, last_message: message, channel } = conversation
  const text = message?.direction === 'incoming' ? beginning(unmarked(message.preview, message, channel)) : null
  return { kind: 'conversation_assigned', subject: subjectOf(conversation), text, ...to(assignee) }
}

export function mentionAlert({ conversation, message, mentioned }: Payload<'conversation.mentioned'>): Alert {
  const user_ids = mentioned.map(({ id }) => id)
  return { kind: 'mention', subject: subjectOf(conversation), text: textOf(message, conversation.channel), user_ids }
}

/** A message of a customer, for its assignee and followers. An assignee who came later was notified of the assignment. */
export function replyAlert({ conversation, message }: Payload<'message.received'>): Alert {
  const followed = { conversation_id: conversation.id, assignee_id: conversation.assignee?.id ?? null }
  return {
    kind: 'customer_replied',
    subject: subjectOf(conversation),
    text: textOf(message, conversation.channel),
    followed,
  }
}

/** A customer who begins to wait, for the people who can take the conversation. Further messages do not notify them. */
export function waitingAlerts({ conversation, message }: Payload<'message.received'>): Alert[] {
  if (conversation.status !== 'open' || conversation.waiting_since !== message.created_at) return []
  return [toWaiting(conversation, textOf(message, conversation.channel))]
}

/** A conversation that the AI agent or a bot handed over, for the people who can take it. */
export function handoverAlerts({ conversation, changes }: Payload<'conversation.status_changed'>): Alert[] {
  const isHandover = changes.status?.from === 'pending' && conversation.status === 'open'
  return isHandover ? [toWaiting(conversation, null)] : []
}

const toWaiting = (conversation: Conversation, text: string | null): Alert => ({
  kind: 'customer_waiting',
  subject: subjectOf(conversation),
  text,
  unassigned: conversation.id,
})

/** For the people who have to answer now. */
export function breachAlert({ conversation }: Payload<'sla.breached'>): Alert {
  return { kind: 'sla_breached', subject: subjectOf(conversation), text: null, waiting: conversation.id }
}

/** For the people who can still answer in time. */
export function warningAlert({ conversation }: Payload<'sla.due_soon'>): Alert {
  return { kind: 'sla_due_soon', subject: subjectOf(conversation), text: null, waiting: conversation.id }
}

type Owned = { id: string; name: string; url: string; owner: Person }

export function ownershipAlert(type: 'lead' | 'opportunity', { id, name, url, owner }: Owned): Alert {
  return { kind: 'owner_changed', subject: { type, id, title: name, url }, text: null, ...to(owner) }
}

export function activityAlert({ entity_type, entity_id, entity, body, assignee }: Activity): Alert {
  const subject = { type: entity_type, id: entity_id, title: entity.name, url: entity.url }
  return { kind: 'activity_due', subject, text: beginning(body), ...to(assignee) }
}

type Person = { id: string } | null

const to = (person: Person) => ({ user_ids: person ? [person.id] : [] })

const subjectOf = ({ id, url, contact }: Conversation): Alert['subject'] => ({
  type: 'conversation',
  id,
  title: contact.name,
  url,
})

function textOf(message: Message, channel: Channel): string | null {
  return message.content && beginning(unmarked(message.content, message, channel))
}

/** The first line of a text, without cutting a character. */
function beginning(text: string | null): string | null {
  const line = text?.trim().replaceAll(/\s+/g, ' ') ?? ''
  const characters = Array.from(line)
  return characters.length > TEXT_LENGTH ? `${characters.slice(0, TEXT_LENGTH - 1).join('')}…` : line || null
}
