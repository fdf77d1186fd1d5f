import type { EventName } from '#contract/events.ts'
import type { Trigger } from '#contract/records/automation.ts'
import type { Message } from '#contract/records/conversation.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import { part } from '#db/sql.ts'
import type { Field, Fields } from '#kernel/conditions.ts'
import type { Event } from '#kernel/subscriber.ts'

/** What of an event itself conditions may ask for. */
export type Facts = Partial<Record<string, string | boolean | null>>

/** What happened, as rules see it. The key makes each rule run once for it, however often it is told. */
export type Happening = { trigger: Trigger; subject: Subject; facts: Facts; key: string }

/** The events rules wait for. What time brings about comes as automation.due. */
export const heard = [
  'conversation.created',
  'conversation.status_changed',
  'conversation.resolved',
  'conversation.label_added',
  'conversation.label_removed',
  'message.received',
  'contact.created',
  'lead.created',
  'lead.stage_changed',
  'opportunity.stage_changed',
  'opportunity.won',
  'opportunity.lost',
] as const satisfies readonly EventName[]

/** What an event means to rules; nothing where no rule can wait for it. */
export function happening(event: Event<(typeof heard)[number]>): Happening | undefined {
  const what = read(event)
  return what && { ...what, key: event.id }
}

function read(event: Event<(typeof heard)[number]>): Omit<Happening, 'key'> | undefined {
  switch (event.name) {
    case 'contact.created':
      return { trigger: event.name, subject: { type: 'contact', id: event.payload.contact.id }, facts: {} }
    case 'conversation.status_changed': {
      const isOpened = event.payload.changes.status?.to === 'open'
      return isOpened ? about(event.payload, 'conversation.opened') : undefined
    }
    case 'conversation.label_added':
    case 'conversation.label_removed':
      return about(event.payload, event.name, { label: event.payload.label.title })
    case 'message.received':
      return about(event.payload, event.name, factsOf(event.payload.message))
    case 'lead.created':
      return { trigger: event.name, subject: { type: 'lead', id: event.payload.lead.id }, facts: {} }
    case 'lead.stage_changed': {
      const { lead, changes } = event.payload
      return { trigger: event.name, subject: { type: 'lead', id: lead.id }, facts: moved(changes) }
    }
    case 'opportunity.stage_changed':
    case 'opportunity.won':
    case 'opportunity.lost': {
      const { opportunity, changes } = event.payload
      return { trigger: event.name, subject: { type: 'opportunity', id: opportunity.id }, facts: moved(changes) }
    }
    default:
      return about(event.payload, event.name)
  }
}

function about({ conversation }: { conversation: { id: string } }, trigger: Trigger, facts: Facts = {}) {
  return { trigger, subject: { type: 'conversation' as const, id: conversation.id }, facts }
}

/** From which stage to which, by their names. */
function moved({ stage }: Record<string, { from: unknown; to: unknown }>): Facts {
  return { stage: nameOf(stage?.to), from_stage: nameOf(stage?.from) }
}

function nameOf(stage: unknown): string | null {
  return (stage as { name: string } | null | undefined)?.name ?? null
}

/** What conditions may ask of a message that came. */
export function factsOf({ content, content_type, attachments }: Said): Facts {
  return {
    message_content: content,
    message_content_type: content_type,
    message_has_attachments: attachments.length > 0,
  }
}

type Said = Pick<Message, 'content' | 'content_type' | 'attachments'>

const stages = { stage: 'text', from_stage: 'text' } as const

const asked: Partial<Record<Trigger, Record<string, 'text' | 'boolean'>>> = {
  'message.received': { message_content: 'text', message_content_type: 'text', message_has_attachments: 'boolean' },
  'conversation.label_added': { label: 'text' },
  'conversation.label_removed': { label: 'text' },
  'lead.stage_changed': stages,
  'opportunity.stage_changed': stages,
}

/** The facts of an event, as fields a condition can ask for: they are what they are, whatever the record says now. */
export function fieldsOf(trigger: Trigger, facts: Facts): Fields {
  const fields = Object.entries(asked[trigger] ?? {}).map(([name, kind]): [string, Field] => {
    const value = facts[name] ?? null
    return [name, { kind, is: kind === 'text' ? part`${value}::text` : part`${value}::boolean` }]
  })
  return Object.fromEntries(fields)
}
