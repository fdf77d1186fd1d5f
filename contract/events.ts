import { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import { Contact, ContactNote } from '#contract/records/contact.ts'
import { Conversation, Message } from '#contract/records/conversation.ts'
import { Inbox } from '#contract/records/inbox.ts'
import { Label } from '#contract/records/label.ts'
import { Agent, Team } from '#contract/records/people.ts'
import { Property } from '#contract/records/property.ts'
import { TestDrive } from '#contract/records/test-drive.ts'
import { Campaign } from '#contract/records/campaign.ts'
import { Activity, Lead, Opportunity, Pipeline } from '#contract/records/crm.ts'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { CsatResponse, SlaBreach } from '#contract/records/quality.ts'
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
  'inbox.ai_agent_stopped': { ...inbox('The AI agent of an inbox was switched off'), webhook: false },
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
  'lead.created': lead('A lead was created', {}),
  'lead.updated': lead('Fields of a lead changed', { changes: changes() }),
  'lead.stage_changed': lead('A lead was moved to another stage', { changes: changes() }),
  'lead.qualified': lead('A lead was found worth pursuing', { changes: changes() }),
  'lead.lost': lead('A lead came to nothing', { changes: changes() }),
  'lead.reopened': lead('A lost lead is pursued again', { changes: changes() }),
  'lead.converted': lead('A lead became an opportunity', { changes: changes() }),
  'lead.owner_changed': lead('A lead was given to somebody else', { changes: changes() }),
  'lead.deleted': lead('A lead was put into the bin', {}),
  'lead.restored': lead('A lead was taken out of the bin', {}),
  'lead.merged': lead('A duplicate was merged into a lead', { merged_lead_id: id }),
  'opportunity.created': opportunity('An opportunity was created', {}),
  'opportunity.updated': opportunity('Fields of an opportunity changed', { changes: changes() }),
  'opportunity.stage_changed': opportunity('An opportunity was moved to another stage', { changes: changes() }),
  'opportunity.won': opportunity('An opportunity was won', { changes: changes() }),
  'opportunity.lost': opportunity('An opportunity was lost', { changes: changes() }),
  'opportunity.reopened': opportunity('A won or lost opportunity is open again', { changes: changes() }),
  'opportunity.owner_changed': opportunity('An opportunity was given to somebody else', { changes: changes() }),
  'opportunity.deleted': opportunity('An opportunity was put into the bin', {}),
  'opportunity.restored': opportunity('An opportunity was taken out of the bin', {}),
  'opportunity.merged': opportunity('A duplicate was merged into an opportunity', { merged_opportunity_id: id }),
  'activity.created': activity('Something was noted or planned about a lead or opportunity', {}),
  'activity.updated': activity('What was noted or planned changed', { changes: changes() }),
  'activity.completed': activity('A call, meeting or task was done', {}),
  'activity.due': activity('The time of a call, meeting or task has come', {}),
  'pipeline.created': pipeline('A pipeline was created'),
  'pipeline.stages_updated': pipeline('The stages of a pipeline changed'),
  'pipeline.updated': { ...pipeline('Fields of a pipeline changed'), webhook: false },
  'pipeline.deleted': { ...pipeline('A pipeline was deleted'), webhook: false },
  'property.created': property('A property was added to the catalog', {}),
  'property.updated': property('Fields of a property changed', { changes: changes() }),
  'property.deleted': property('A property was deleted', {}),
  'test_drive.booked': testDrive('A test drive was booked'),
  'test_drive.cancelled': testDrive('A test drive was cancelled'),
  'test_drive.due': testDrive('A test drive is about to begin'),
  'knowledge_document.ready': knowledgeDocument('A document was read, and what it says can be found'),
  'knowledge_document.failed': knowledgeDocument('A document could not be read'),
  'knowledge_document.requested': internal('A document waits to be read', {
    document_id: id,
    version: z.int(),
    afresh: z.boolean(),
  }),
  'knowledge_files.released': internal('Files whose documents are gone', { file_keys: z.array(z.string()) }),
  'automation.due': internal('Time has brought about what a rule waits for', {
    rule_id: id,
    conversation_id: id,
    since: timestamp,
  }),
  'automation.webhook_requested': internal('A rule or macro wants another system to know', {
    run_id: id,
    position: z.int(),
    url: z.string(),
    body: z.record(z.string(), z.json()),
  }),
  'macro.requested': internal('Somebody runs a macro', { macro_id: id, conversation_ids: z.array(id) }),
  'webhook.replay_requested': internal('What an endpoint missed is to be told again', {
    webhook_id: id,
    since: timestamp,
    until: timestamp,
    status: z.enum(['failed', 'all']),
  }),
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

function knowledgeDocument(summary: string) {
  const payload = z.object({ knowledge_document: KnowledgeDocument })
  return { summary, payload, webhook: true, reader: 'knowledge:read' } as const
}

function label(summary: string) {
  return { summary, payload: z.object({ label: Label }), webhook: true, reader: 'contacts:read' } as const
}

function inbox(summary: string) {
  return { summary, payload: z.object({ inbox: Inbox }), webhook: true, reader: 'conversations:read' } as const
}

function lead<S extends z.ZodRawShape>(summary: string, more: S) {
  return { summary, payload: z.object({ lead: Lead, ...more }), webhook: true, reader: 'crm:read' } as const
}

function opportunity<S extends z.ZodRawShape>(summary: string, more: S) {
  const payload = z.object({ opportunity: Opportunity, ...more })
  return { summary, payload, webhook: true, reader: 'crm:read' } as const
}

function activity<S extends z.ZodRawShape>(summary: string, more: S) {
  return { summary, payload: z.object({ activity: Activity, ...more }), webhook: true, reader: 'crm:read' } as const
}

function pipeline(summary: string) {
  return { summary, payload: z.object({ pipeline: Pipeline }), webhook: true, reader: 'crm:read' } as const
}

function property<S extends z.ZodRawShape>(summary: string, more: S) {
  return { summary, payload: z.object({ property: Property, ...more }), webhook: true, reader: 'crm:read' } as const
}

function testDrive(summary: string) {
  return { summary, payload: z.object({ test_drive: TestDrive }), webhook: true, reader: 'crm:read' } as const
}

function team(summary: string) {
  return { summary, payload: z.object({ team: Team }), webhook: false, reader: 'conversations:read' } as const
}
