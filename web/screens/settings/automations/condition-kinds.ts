import type { CustomAttribute } from '#contract/records/workspace.ts'
import { priorities, statuses } from '#contract/records/conversation.ts'
import { lead_statuses, opportunity_statuses, stage_types } from '#contract/records/crm.ts'
import { channels } from '#contract/channels.ts'
import { triggers, type SubjectType, type Trigger } from '#contract/records/automation.ts'
import type { FieldKind } from '#web/features/conditions/operators.ts'

/** Where the values of a choice come from: a list of the workspace, or words. */
export type Source = 'agents' | 'inboxes' | 'teams' | 'pipelines' | 'stages' | keyof typeof enumFields
type Kind = Exclude<FieldKind, 'choice'> | Source

/** Enumerated fields with the values of the contract. */
export const enumFields = {
  status: statuses,
  priority: priorities,
  channel: channels,
  lead_status: lead_statuses,
  opportunity_status: opportunity_statuses,
  stage_type: stage_types,
} as const

const person = {
  name: 'text',
  email: 'text',
  phone_number: 'text',
  identifier: 'text',
  city: 'text',
  country: 'text',
  company_name: 'text',
  job_title: 'text',
  blocked: 'boolean',
  created_at: 'moment',
  last_activity_at: 'moment',
} as const

const ofContact = Object.fromEntries(Object.entries(person).map(([field, kind]) => [`contact.${field}`, kind]))

const deal = {
  name: 'text',
  pipeline_id: 'pipelines',
  stage_id: 'stages',
  stage_type: 'stage_type',
  stage_entered_at: 'moment',
  rotting: 'boolean',
  owner_id: 'agents',
  lost_reason: 'text',
  utm_source: 'text',
  utm_medium: 'text',
  utm_campaign: 'text',
  next_activity_at: 'moment',
  last_activity_at: 'moment',
  created_at: 'moment',
} as const

/** The record fields offered for conditions; others set through the API are kept. */
const fields: Record<SubjectType, Record<string, Kind>> = {
  conversation: {
    status: 'status',
    priority: 'priority',
    inbox_id: 'inboxes',
    channel: 'channel',
    assignee_id: 'agents',
    team_id: 'teams',
    labels: 'titles',
    contact_labels: 'titles',
    business_hours: 'boolean',
    created_at: 'moment',
    last_activity_at: 'moment',
    waiting_since: 'moment',
    unread_count: 'number',
    referer: 'text',
    browser_language: 'text',
    ...ofContact,
    'contact.open_leads': 'number',
    'contact.open_opportunities': 'number',
  },
  contact: { ...person, bio: 'text', labels: 'titles', open_leads: 'number', open_opportunities: 'number' },
  lead: {
    status: 'lead_status',
    ...deal,
    company_name: 'text',
    email: 'text',
    phone: 'text',
    source: 'text',
    estimated_value: 'number',
    contact_labels: 'titles',
    ...ofContact,
  },
  opportunity: {
    status: 'opportunity_status',
    ...deal,
    description: 'text',
    amount: 'number',
    probability: 'number',
    expected_close_date: 'moment',
    contact_labels: 'titles',
    ...ofContact,
  },
}

const moves = { stage: 'text', from_stage: 'text' } as const
const facts: Partial<Record<Trigger, Record<string, Kind>>> = {
  'message.received': { message_content: 'text', message_has_attachments: 'boolean' },
  'message.created': {
    message_content: 'text',
    message_has_attachments: 'boolean',
    message_type: 'text',
    message_private: 'boolean',
  },
  'conversation.label_added': { label: 'text' },
  'conversation.label_removed': { label: 'text' },
  'lead.stage_changed': moves,
  'opportunity.stage_changed': moves,
}

/** The fields of the event itself. */
export const factsOf = (event: Trigger): Record<string, Kind> => facts[event] ?? {}

/** The fields and types a rule with this trigger can use, the event's own first. */
export function kindsOf(event: Trigger): Record<string, Kind> {
  return { ...factsOf(event), ...fields[triggers[event]], ...factsOf(event) }
}

/** The prefix of a custom field's key, by record type. */
export const attributePrefixes: Record<SubjectType, Partial<Record<CustomAttribute['model'], string>>> = {
  conversation: { conversation_attribute: 'custom_attributes', contact_attribute: 'contact.custom_attributes' },
  contact: { contact_attribute: 'custom_attributes' },
  lead: { lead_attribute: 'custom_attributes', contact_attribute: 'contact.custom_attributes' },
  opportunity: { opportunity_attribute: 'custom_attributes', contact_attribute: 'contact.custom_attributes' },
}
