import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { Author, Maker } from '#contract/records/author.ts'
import { CampaignTemplate } from '#contract/records/campaign.ts'
import { priorities } from '#contract/records/conversation.ts'
import { id, line, timestamp, written } from '#contract/scalars.ts'

/** Triggers of rules, each with the kind of record it is about. */
export const triggers = {
  'conversation.created': 'conversation',
  'conversation.opened': 'conversation',
  'conversation.resolved': 'conversation',
  'conversation.label_added': 'conversation',
  'conversation.label_removed': 'conversation',
  'message.received': 'conversation',
  'message.created': 'conversation',
  'contact.created': 'contact',
  'lead.created': 'lead',
  'lead.stage_changed': 'lead',
  'opportunity.stage_changed': 'opportunity',
  'opportunity.won': 'opportunity',
  'opportunity.lost': 'opportunity',
  'conversation.waiting': 'conversation',
  'conversation.no_reply': 'conversation',
  'conversation.idle': 'conversation',
} as const
export type Trigger = keyof typeof triggers
export type SubjectType = (typeof triggers)[Trigger]
export const subject_types = ['conversation', 'contact', 'lead', 'opportunity'] as const

/** Triggers that depend on time only, each after a number of minutes. */
export const timed_triggers = ['conversation.waiting', 'conversation.no_reply', 'conversation.idle'] as const
export type TimedTrigger = (typeof timed_triggers)[number]

const minutes = z.int().min(1).max(525_600)
const words = written.min(1).max(20_000).describe('May contain variables such as {{contact.first_name}}')

/** An action of a rule or macro. Names are saved as ids, so that renaming a record breaks nothing. */
export const Action = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('assign_agent'), agent: line.describe('By name, e-mail or id') }),
    z.strictObject({ type: z.literal('unassign_agent') }),
    z.strictObject({ type: z.literal('assign_team'), team: line.nullable().describe('By name or id; null for none') }),
    z.strictObject({ type: z.literal('add_label'), label: line.describe('By title or id') }),
    z.strictObject({ type: z.literal('remove_label'), label: line.describe('By title or id') }),
    z.strictObject({ type: z.literal('set_priority'), priority: z.enum(priorities) }),
    z.strictObject({ type: z.literal('set_status'), status: z.enum(['open', 'resolved', 'pending']) }),
    z.strictObject({
      type: z.literal('snooze'),
      minutes: minutes.nullable().describe('null: until the customer writes'),
    }),
    z.strictObject({
      type: z.literal('send_message'),
      content: words.or(z.literal('')).default('').describe('Text; may contain variables. Empty with a template'),
      buttons: z
        .array(z.strictObject({ id: written.min(1).max(256), title: written.min(1).max(20) }))
        .min(1)
        .max(13)
        .optional()
        .describe('Buttons the customer can tap, where the channel has them'),
      template: CampaignTemplate.optional().describe('Approved template, which may be sent at any time'),
    }),
    z.strictObject({ type: z.literal('send_canned_response'), canned_response: line.describe('By short code or id') }),
    z.strictObject({ type: z.literal('add_note'), content: words.describe('Internal note; may contain variables') }),
    z.strictObject({
      type: z.literal('create_lead'),
      pipeline: line.optional().describe('By name or id. Default: the default pipeline for leads'),
      stage: line.optional(),
      owner: line.optional().describe('Agent, by name, e-mail or id'),
    }),
    z.strictObject({ type: z.literal('move_stage'), stage: line, lost_reason: line.optional() }),
    z.strictObject({
      type: z.literal('schedule_activity'),
      activity_type: line.describe('call, meeting, task, or a type of the workspace by name or id'),
      in_minutes: minutes.describe('Minutes until it is due'),
      body: words.optional(),
      assigned_to: line.optional().describe('Agent, by name, e-mail or id. Default: the owner'),
    }),
    z.strictObject({
      type: z.literal('send_email'),
      to: line.describe('An e-mail address, or {{contact.email}} or {{agent.email}}'),
      subject: written.min(1).max(255),
      body: words,
    }),
    z.strictObject({
      type: z.literal('send_webhook'),
      url: z.url({ protocol: /^https?$/ }).max(2000),
      format: z
        .enum(['standard', 'classic'])
        .optional()
        .describe('classic: the body that clients of the classic routes expect, for conversations only'),
    }),
  ])
  .meta({ id: 'AutomationAction' })
export type Action = z.output<typeof Action>

export const actions = z.array(Action).min(1).max(20).describe('Run in this order')

export const AutomationRule = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    active: z.boolean(),
    event: z.enum(Object.keys(triggers) as [Trigger, ...Trigger[]]),
    minutes: z.int().nullable().describe('Delay for waiting, no_reply and idle'),
    conditions: Filter.nullable().describe('Must be true; null means always'),
    actions: z.array(Action),
    run_count: z.int().describe('Number of runs'),
    last_run_at: timestamp.nullable(),
    maker: Author.nullable().describe(
      'Person or key that last saved it; it runs with their current rights and visibility. Null: saved before this was recorded, with the rights of an administrator',
    ),
    problem: z.string().nullable().describe('Why it no longer runs: its maker left or lost a permission it needs'),
    created_by: Author,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AutomationRule' })
export type AutomationRule = z.output<typeof AutomationRule>

export const AutomationRun = z
  .object({
    id,
    rule_id: id.nullable(),
    macro_id: id.nullable(),
    name: z.string().describe('Name of the rule or macro at that time'),
    event: z.string(),
    subject: z.object({ type: z.enum(subject_types), id }),
    status: z.enum(['running', 'done', 'failed']).describe('failed: at least one action failed'),
    matched: Filter.nullable().describe(
      'The alternatives that held, as written in the rule at that time; null for a rule without conditions',
    ),
    steps: z.array(
      z.object({
        position: z.int(),
        type: z.string(),
        action: Action.nullable().describe('The action as it was defined at that time'),
        status: z.enum(['done', 'failed']),
        detail: z.string().nullable().describe('Reason for the failure'),
        created_at: timestamp,
      }),
    ),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'AutomationRun' })
export type AutomationRun = z.output<typeof AutomationRun>

export const visibilities = ['private', 'shared'] as const

export const Macro = z
  .object({
    id,
    name: z.string(),
    visibility: z.enum(visibilities).describe('private: only its owner sees and runs it'),
    owner: z.object({ id, name: z.string() }).nullable(),
    actions: z.array(Action),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Macro' })
export type Macro = z.output<typeof Macro>

export const view_resources = ['conversations', 'contacts', 'leads', 'opportunities'] as const

export const SavedView = z
  .object({
    id,
    name: z.string(),
    resource: z.enum(view_resources),
    visibility: z.enum(visibilities).describe('private: only its owner sees it'),
    owner: z.object({ id, name: z.string() }).nullable(),
    filter: Filter,
    sort: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.output<typeof SavedView>

/** Payload of `macro.requested`. The session of the person in the app, who can undo it for some seconds. */
export const macro_request = {
  macro_id: id,
  conversation_ids: z.array(id),
  actions: z.array(Action).optional(),
  maker: Maker.optional(),
  session: z.string().optional(),
}
