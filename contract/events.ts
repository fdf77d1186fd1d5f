import { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import { Contact, ContactNote } from '#contract/records/contact.ts'
import { Conversation, Message } from '#contract/records/conversation.ts'
import { Inbox } from '#contract/records/inbox.ts'
import { Label } from '#contract/records/label.ts'
import { Agent, Team } from '#contract/records/people.ts'
import { Campaign } from '#contract/records/campaign.ts'
import { CsatResponse, SlaBreach } from '#contract/records/service.ts'
import { id, timestamp } from '#contract/scalars.ts'

const named = z.object({ id, name: z.string() })

/**
 * Everything that can happen. An event names its records by what they are (`{ contact }`), so that whoever
 * listens can file them without knowing the event. `webhook: false` keeps an event inside the house; `reader` is
 * the permission that lets a caller hear of it, and where there is a conversation it must also be visible to them.
 */
export const events = {
  'contact.created': contact('A contact was created', {}),
  'contact.updated': contact('Fields of a contact changed', { changes: changes() }),
  'contact.deleted': contact('A contact was deleted', {}),
  'contact.merged': contact('A duplicate was merged into a contact', { merged_contact_id: id }),
  'contact.label_added': contact('A label was put on a contact', { label: Label }),
  'contact.label_removed': contact('A label was taken off a contact', { label: Label }),
  'contact.note_created': {
    summary: 'An internal note was written about a contact',
    payload: z.object({ contact_note: ContactNote }),
    webhook: true,
    reader: 'contacts:read',
  },
  'contact.note_deleted': {
    summary: 'An internal note about a contact was deleted',
    payload: z.object({ contact_note: ContactNote }),
    webhook: false,
    reader: 'contacts:read',
  },
  'contact_import.requested': {
    summary: 'A file of contacts waits to be imported',
    payload: z.object({ import_id: id }),
    webhook: false,
    reader: 'contacts:write',
  },
  'label.created': label('A label was created'),
  'label.updated': label('A label changed'),
  'label.deleted': label('A label was deleted'),
  'inbox.created': inbox('An inbox was created'),
  'inbox.updated': inbox('An inbox changed'),
  'inbox.deleted': inbox('An inbox was deleted, with its conversations'),
  'agent.updated': {
    summary: 'An agent says whether they are there, or how much they take on',
    payload: z.object({ agent: Agent }),
    webhook: false,
    reader: 'conversations:read',
  },
  'team.created': team('A team was created'),
  'team.updated': team('A team or its members changed'),
  'team.deleted': team('A team was deleted'),
  'conversation.created': conversation('A conversation began', {}),
  'conversation.updated': conversation('Fields of a conversation changed', { changes: changes() }),
  'conversation.status_changed': conversation('The status of a conversation changed', { changes: changes() }),
  'conversation.resolved': conversation('A conversation was resolved', {}),
  'conversation.reopened': conversation('A resolved or snoozed conversation is open again', {}),
  'conversation.snoozed': conversation('A conversation was snoozed until a later moment', {}),
  'conversation.assigned': conversation('A conversation was given to an agent', { changes: changes() }),
  'conversation.unassigned': conversation('A conversation was taken from its agent', { changes: changes() }),
  'conversation.team_changed': conversation('The team of a conversation changed', { changes: changes() }),
  'conversation.priority_changed': conversation('The priority of a conversation changed', { changes: changes() }),
  'conversation.label_added': conversation('A label was put on a conversation', { label: Label }),
  'conversation.label_removed': conversation('A label was taken off a conversation', { label: Label }),
  'conversation.read': {
    ...conversation('An agent looked at a conversation, or marked it unread', {}),
    webhook: false,
  },
  'conversation.seen': { ...conversation('The customer looked at a conversation', {}), webhook: false },
  'message.received': conversation('A customer wrote', { message: Message }),
  'message.sent': conversation('An agent, a program or the AI agent wrote', { message: Message }),
  'message.updated': conversation('A message changed, or was deleted', { message: Message }),
  'message.status_changed': conversation('A message was delivered, read, or failed', { message: Message }),
  'conversation.mentioned': {
    ...conversation('Agents were named in a note', { message: Message, mentioned: z.array(named) }),
    webhook: false,
  },
  'sla.breached': conversation('A customer was not answered, or their matter not settled, in time', {
    sla_breach: SlaBreach,
  }),
  'csat.answered': conversation('A customer said how they were helped', { csat_response: CsatResponse }),
  'campaign.updated': {
    summary: 'A campaign changed, or went on',
    payload: z.object({ campaign: Campaign }),
    webhook: false,
    reader: 'admin',
  },
  'automation.due': internal('Time has brought about what a rule waits for', {
    rule_id: id,
    conversation_id: id,
    since: timestamp,
  }),
  'automation.webhook_requested': internal('A rule or macro wants another system to know', {
    url: z.string(),
    body: z.record(z.string(), z.json()),
  }),
  'macro.requested': internal('Somebody runs a macro', { macro_id: id, conversation_ids: z.array(id) }),
  'email.requested': internal('A mail waits to be sent', { email_id: id }),
} as const satisfies Record<string, { summary: string; payload: z.ZodType; webhook: boolean; reader: Permission }>

export type EventName = keyof typeof events
export type Payload<N extends EventName> = z.input<(typeof events)[N]['payload']>

/** Which fields changed, each with its value before and after. */
function changes() {
  return z.record(z.string(), z.object({ from: z.json(), to: z.json() }))
}

function contact<S extends z.ZodRawShape>(summary: string, more: S) {
  return { summary, payload: z.object({ contact: Contact, ...more }), webhook: true, reader: 'contacts:read' } as const
}

function conversation<S extends z.ZodRawShape>(summary: string, more: S) {
  const payload = z.object({ conversation: Conversation, ...more })
  return { summary, payload, webhook: true, reader: 'conversations:read' } as const
}

/** What only the house itself works with. */
function internal<S extends z.ZodRawShape>(summary: string, payload: S) {
  return { summary, payload: z.object(payload), webhook: false, reader: 'admin' } as const
}

function label(summary: string) {
  return { summary, payload: z.object({ label: Label }), webhook: true, reader: 'contacts:read' } as const
}

function inbox(summary: string) {
  return { summary, payload: z.object({ inbox: Inbox }), webhook: true, reader: 'conversations:read' } as const
}

function team(summary: string) {
  return { summary, payload: z.object({ team: Team }), webhook: false, reader: 'conversations:read' } as const
}
