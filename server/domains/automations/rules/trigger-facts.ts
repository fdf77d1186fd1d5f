import type { EventName } from '#contract/events.ts'
import type { Trigger } from '#contract/records/automation.ts'
import type { Message } from '#contract/records/conversation.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import { part } from '#db/sql.ts'
import type { Field, Fields } from '#kernel/filters/conditions.ts'
import type { Event } from '#kernel/subscriber.ts'

/** Facts of the event itself that conditions can use. */
export type Facts = Partial<Record<string, string | boolean | null>>

/** An event as rules see it. The key ensures that each rule runs once per event, even after a redelivery. */
export type TriggerEvent = { trigger: Trigger; subject: Subject; facts: Facts; key: string }

/** Events that trigger rules. Timed triggers arrive as automation.due. */
export const trigger_events = [
  'conversation.created',
  'conversation.status_changed',
  'conversation.resolved',
  'conversation.label_added',
  'conversation.label_removed',
  'message.received',
  'message.sent',
  'contact.created',
  'lead.created',
  'lead.stage_changed',
  'opportunity.stage_changed',
  'opportunity.won',
  'opportunity.lost',
] as const satisfies readonly EventName[]

/** The triggers of an event; a customer's message is also a message of any kind. */
export function toTriggerEvents(event: Event<(typeof trigger_events)[number]>): TriggerEvent[] {
  const found = [interpret(event), ofAnyMessage(event)]
  return found.flatMap((trigger) => (trigger ? [{ ...trigger, key: event.id }] : []))
}

function ofAnyMessage(event: Event<(typeof trigger_events)[number]>): Omit<TriggerEvent, 'key'> | undefined {
  if (event.name !== 'message.received' && event.name !== 'message.sent') return undefined
  return aboutConversation(event.payload, 'message.created', messageFacts(event.payload.message))
}

function interpret(event: Event<(typeof trigger_events)[number]>): Omit<TriggerEvent, 'key'> | undefined {
  switch (event.name) {
    case 'contact.created':
      return { trigger: event.name, subject: { type: 'contact', id: event.payload.contact.id }, facts: {} }
    case 'conversation.status_changed': {
      const isOpened = event.payload.changes.status?.to === 'open'
      return isOpened ? aboutConversation(event.payload, 'conversation.opened') : undefined
    }
    case 'conversation.label_added':
    case 'conversation.label_removed':
      return aboutConversation(event.payload, event.name, { label: event.payload.label.title })
    case 'message.sent':
      return undefined
    case 'message.received':
      return aboutConversation(event.payload, event.name, messageFacts(event.payload.message))
    case 'lead.created':
      return { trigger: event.name, subject: { type: 'lead', id: event.payload.lead.id }, facts: {} }
    case 'lead.stage_changed': {
      const { lead, changes } = event.payload
      return { trigger: event.name, subject: { type: 'lead', id: lead.id }, facts: stageFacts(changes) }
    }
    case 'opportunity.stage_changed':
    case 'opportunity.won':
    case 'opportunity.lost': {
      const { opportunity, changes } = event.payload
      return { trigger: event.name, subject: { type: 'opportunity', id: opportunity.id }, facts: stageFacts(changes) }
    }
    default:
      return aboutConversation(event.payload, event.name)
  }
}

function aboutConversation({ conversation }: { conversation: { id: string } }, trigger: Trigger, facts: Facts = {}) {
  return { trigger, subject: { type: 'conversation' as const, id: conversation.id }, facts }
}

/** Names of the new and the previous stage. */
function stageFacts({ stage }: Record<string, { from: unknown; to: unknown }>): Facts {
  return { stage: nameOf(stage?.to), from_stage: nameOf(stage?.from) }
}

function nameOf(stage: unknown): string | null {
  return (stage as { name: string } | null | undefined)?.name ?? null
}

/** Facts of a message. */
export function messageFacts(message: MessageContent): Facts {
  const { content, content_type, attachments, reply_to } = message
  return {
    message_type: message.direction,
    message_private: message.private,
    message_content: content,
    message_content_type: content_type,
    message_has_attachments: attachments.length > 0,
    message_attachment_type: attachments[0]?.file_type ?? null,
    message_is_reply: reply_to !== null,
  }
}

type MessageContent = Pick<Message, 'content' | 'content_type' | 'attachments' | 'reply_to' | 'direction' | 'private'>

const stages = { stage: 'text', from_stage: 'text' } as const

const message_facts = {
  message_content: 'text',
  message_content_type: 'text',
  message_has_attachments: 'boolean',
  message_attachment_type: 'text',
  message_is_reply: 'boolean',
} as const

const fact_kinds: Partial<Record<Trigger, Record<string, 'text' | 'boolean'>>> = {
  'message.received': message_facts,
  'message.created': { ...message_facts, message_type: 'text', message_private: 'boolean' },
  'conversation.label_added': { label: 'text' },
  'conversation.label_removed': { label: 'text' },
  'lead.stage_changed': stages,
  'opportunity.stage_changed': stages,
}

/** The facts as condition fields. Their values are those of the event, not of the current record. */
export function factFields(trigger: Trigger, facts: Facts): Fields {
  const fields = Object.entries(fact_kinds[trigger] ?? {}).map(([name, kind]): [string, Field] => {
    const value = facts[name] ?? null
    return [name, { kind, is: kind === 'text' ? part`${value}::text` : part`${value}::boolean` }]
  })
  return Object.fromEntries(fields)
}
