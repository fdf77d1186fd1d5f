import { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import { Invitation } from '#contract/records/access.ts'
import { Maker } from '#contract/records/author.ts'
import { macro_request } from '#contract/records/automation.ts'
import { Contact, ContactNote } from '#contract/records/contact.ts'
import { Conversation, Message } from '#contract/records/conversation.ts'
import { Inbox } from '#contract/records/inbox.ts'
import { Label } from '#contract/records/label.ts'
import { Agent, Team } from '#contract/records/people.ts'
import { Property } from '#contract/records/property.ts'
import { TestDrive } from '#contract/records/test-drive.ts'
import { Campaign } from '#contract/records/campaign.ts'
import { Activity, Lead, Opportunity, Pipeline } from '#contract/records/crm.ts'
import { Notification } from '#contract/records/notification.ts'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { CsatResponse, SlaBreach, SlaTarget } from '#contract/records/quality.ts'
import { id, timestamp } from '#contract/scalars.ts'

const named = z.object({ id, name: z.string() })
const imported = { imported: z.literal(true).optional().describe('It comes from a file; rules do not run for it') }

/**
 * All events. A payload names its records by kind (`{ contact }`), so that a client can store them without knowing the
 * event. `webhook: false` keeps an event from webhooks; `reader` is the permission needed to receive it, and a record in
 * it must also be visible to the caller.
 */
export const events = {
  'contact.created': contact('A contact was created', {}),
  'contact.updated': contact('Fields of a contact changed', { changes: changes() }),
  'contact.deleted': contact('A contact was deleted', {}),
  'contact.merged': contact('A duplicate was merged into a contact', { merged_contact_id: id }),
  'contact.label_added': contact('A label was added to a contact', { label: Label }),
  'contact.label_removed': contact('A label was removed from a contact', { label: Label }),
  'contact.note_created': {
    summary: 'An internal note was added to a contact',
    payload: z.object({ contact_note: ContactNote }),
    webhook: true,
    reader: 'contacts:read',
  },
  'contact.note_deleted': {
    summary: 'An internal note of a contact was deleted',
    payload: z.object({ contact_note: ContactNote }),
    webhook: false,
    reader: 'contacts:read',
  },
  'contact_import.requested': importOf('A contact import was requested', 'contacts:write'),
  'crm_import.requested': importOf('An import of leads or opportunities was requested', 'crm:write'),
  'label.created': label('A label was created'),
  'label.updated': label('A label changed'),
  'label.deleted': label('A label was deleted'),
  'inbox.created': inbox('An inbox was created'),
  'inbox.updated': inbox('An inbox changed'),
  'inbox.ai_agent_stopped': { ...inbox('The AI agent of an inbox was switched off'), webhook: false },
  'inbox.connection_changed': inbox('The connection of an inbox to its channel changed'),
  'inbox.deleted': inbox('An inbox was deleted with its conversations'),
  'agent.updated': {
    summary: 'The availability or capacity of an agent changed',
    payload: z.object({ agent: Agent }),
    webhook: false,
    reader: 'conversations:read',
  },
  'invitation.created': internal('A person was invited to the workspace', { invitation: Invitation }),
  'api_key.created': internal('An API key was created, or an assistant connected', { api_key: named }),
  'team.created': team('A team was created'),
  'team.updated': team('A team or its members changed'),
  'team.deleted': team('A team was deleted'),
  'conversation.created': conversation('A conversation was created', {}),
  'conversation.updated': conversation('Fields of a conversation changed', { changes: changes() }),
  'conversation.status_changed': conversation('The status of a conversation changed', { changes: changes() }),
  'conversation.resolved': conversation('A conversation was resolved', {}),
  'conversation.reopened': conversation('A resolved or snoozed conversation was reopened', {}),
  'conversation.snoozed': conversation('A conversation was snoozed', {}),
  'conversation.assigned': conversation('A conversation was assigned to an agent', { changes: changes() }),
  'conversation.unassigned': conversation('A conversation was unassigned', { changes: changes() }),
  'conversation.team_changed': conversation('The team of a conversation changed', { changes: changes() }),
  'conversation.priority_changed': conversation('The priority of a conversation changed', { changes: changes() }),
  'conversation.label_added': conversation('A label was added to a conversation', { label: Label }),
  'conversation.label_removed': conversation('A label was removed from a conversation', { label: Label }),
  'conversation.read': {
    ...conversation('An agent read a conversation or marked it unread', {}),
    webhook: false,
  },
  'conversation.seen': { ...conversation('The customer saw the latest messages', {}), webhook: false },
  'message.received': conversation('A customer sent a message', { message: Message }),
  'message.sent': conversation('An agent, a program or the AI agent sent a message', { message: Message }),
  'message.scheduled': conversation('A message was scheduled', { message: Message }),
  'message.updated': conversation('A message was edited, deleted or reacted to', { message: Message }),
  'message.status_changed': conversation('A message was delivered or read, or failed', { message: Message }),
  'conversation.mentioned': {
    ...conversation('Agents were mentioned in an internal note', { message: Message, mentioned: z.array(named) }),
    webhook: false,
  },
  'sla.breached': conversation('An SLA target was missed', {
    sla_breach: SlaBreach,
  }),
  'sla.due_soon': {
    ...conversation('An SLA target will be missed soon', { sla_target: SlaTarget }),
    webhook: false,
  },
  'csat.answered': conversation('A customer answered a satisfaction survey', { csat_response: CsatResponse }),
  'campaign.updated': internal('A campaign changed or made progress', { campaign: Campaign }),
  'lead.created': lead('A lead was created', imported),
  'lead.updated': lead('Fields of a lead changed', { changes: changes() }),
  'lead.stage_changed': lead('A lead was moved to another stage', { changes: changes() }),
  'lead.qualified': lead('A lead was qualified', { changes: changes() }),
  'lead.lost': lead('A lead was marked lost', { changes: changes() }),
  'lead.reopened': lead('A lost lead was reopened', { changes: changes() }),
  'lead.converted': lead('A lead was converted into an opportunity', { changes: changes() }),
  'lead.owner_changed': lead('The owner of a lead changed', { changes: changes() }),
  'lead.deleted': lead('A lead was moved to the bin', {}),
  'lead.restored': lead('A lead was restored from the bin', {}),
  'lead.merged': lead('A duplicate was merged into a lead', { merged_lead_id: id }),
  'opportunity.created': opportunity('An opportunity was created', imported),
  'opportunity.updated': opportunity('Fields of an opportunity changed', { changes: changes() }),
  'opportunity.stage_changed': opportunity('An opportunity was moved to another stage', { changes: changes() }),
  'opportunity.won': opportunity('An opportunity was won', { changes: changes() }),
  'opportunity.lost': opportunity('An opportunity was lost', { changes: changes() }),
  'opportunity.reopened': opportunity('A won or lost opportunity was reopened', { changes: changes() }),
  'opportunity.owner_changed': opportunity('The owner of an opportunity changed', { changes: changes() }),
  'opportunity.deleted': opportunity('An opportunity was moved to the bin', {}),
  'opportunity.restored': opportunity('An opportunity was restored from the bin', {}),
  'opportunity.merged': opportunity('A duplicate was merged into an opportunity', { merged_opportunity_id: id }),
  'activity.created': activity('An activity was added to a lead, opportunity or contact', {}),
  'activity.updated': activity('An activity changed', { changes: changes() }),
  'activity.completed': activity('A call, meeting or task was completed', {}),
  'activity.due': activity('A call, meeting or task is due', {}),
  'pipeline.created': pipeline('A pipeline was created'),
  'pipeline.stages_updated': pipeline('The stages of a pipeline changed'),
  'pipeline.updated': { ...pipeline('Fields of a pipeline changed'), webhook: false },
  'pipeline.deleted': { ...pipeline('A pipeline was deleted'), webhook: false },
  'property.created': property('A property was added to the catalogue', {}),
  'property.updated': property('Fields of a property changed', { changes: changes() }),
  'property.deleted': property('A property was deleted', {}),
  'test_drive.booked': testDrive('A test drive was booked'),
  'test_drive.cancelled': testDrive('A test drive was cancelled'),
  'test_drive.due': testDrive('A test drive starts soon'),
  'notification.created': notification('A person was notified of something', { notification: Notification }),
  'notification.read': notification('A person read notifications', {
    reader: z.object({ user_id: id }),
    notification_ids: z.array(id),
  }),
  'push.requested': internal('A push message waits to be sent', {
    subscription_id: id,
    notification_ids: z.array(id),
  }),
  'knowledge_document.ready': knowledgeDocument('A document was indexed and can be searched'),
  'knowledge_document.failed': knowledgeDocument('A document could not be indexed'),
  'knowledge_document.requested': internal('A document waits to be indexed', {
    document_id: id,
    version: z.int(),
    afresh: z.boolean(),
  }),
  'knowledge_files.released': internal('Files of deleted documents can be removed', { file_keys: z.array(z.string()) }),
  'automation.due': internal('A time-based rule is due', {
    rule_id: id,
    conversation_id: id,
    since: timestamp,
  }),
  'automation.webhook_requested': internal('A rule or macro calls a webhook', {
    run_id: id,
    position: z.int(),
    url: z.string(),
    body: z.record(z.string(), z.json()),
    format: z.enum(['standard', 'classic']).optional(),
  }),
  'macro.requested': internal('A macro was run', macro_request),
  'webhook.replay_requested': internal('Missed events of an endpoint will be sent again', {
    webhook_id: id,
    since: timestamp,
    until: timestamp,
    status: z.enum(['failed', 'all']),
    maker: Maker.optional(),
  }),
  'report_schedule.due': internal('A scheduled report is due', { report_schedule_id: id, user_id: id, at: timestamp }),
  'email.requested': internal('An e-mail waits to be sent', { email_id: id }),
} as const satisfies Record<string, { summary: string; payload: z.ZodType; webhook: boolean; reader: Permission }>

export type EventName = keyof typeof events
export type Payload<N extends EventName> = z.input<(typeof events)[N]['payload']>

/** The changed fields, each with its value before and after. */
function changes() {
  return z.record(z.string(), z.object({ from: z.json(), to: z.json() }))
}

function contact<S extends z.ZodRawShape>(summary: string, more: S) {
  return { summary, payload: z.object({ contact: Contact, ...more }), webhook: true, reader: 'contacts:read' } as const
}

function importOf<P extends Permission>(summary: string, reader: P) {
  return { summary, payload: z.object({ import_id: id, maker: Maker.optional() }), webhook: false, reader } as const
}

function conversation<S extends z.ZodRawShape>(summary: string, more: S) {
  const payload = z.object({ conversation: Conversation, ...more })
  return { summary, payload, webhook: true, reader: 'conversations:read' } as const
}

/** Events that only one person receives. */
function notification<S extends z.ZodRawShape>(summary: string, payload: S) {
  return { summary, payload: z.object(payload), webhook: false, reader: 'conversations:read' } as const
}

/** Events of the server, and of administrators in the app. */
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
