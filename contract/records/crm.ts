import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { import_progress } from '#contract/records/import.ts'
import { attributes, id, timestamp } from '#contract/scalars.ts'

export const pipeline_kinds = ['leads', 'opportunities', 'mixed'] as const
export const stage_types = ['open', 'won', 'lost'] as const
export const lead_statuses = ['new', 'qualified', 'unqualified', 'converted'] as const
export const opportunity_statuses = ['open', 'won', 'lost'] as const
export const entity_types = ['lead', 'opportunity'] as const
export type EntityType = (typeof entity_types)[number]
/** Activities also belong to contacts that have no lead or opportunity. */
export const activity_entity_types = [...entity_types, 'contact'] as const
export type ActivityEntityType = (typeof activity_entity_types)[number]

/** Activities by people, and those recorded automatically. */
export const human_activity_types = ['note', 'call', 'meeting', 'task', 'email'] as const
export const activity_types = [...human_activity_types, 'stage_change', 'field_change'] as const
export const scheduled_types = ['call', 'meeting', 'task'] as const

const named = z.object({ id, name: z.string() })
const day = z.string().meta({ format: 'date' })
const money = z.number()

export const Stage = z
  .object({
    id,
    name: z.string(),
    type: z.enum(stage_types).describe('won and lost close a record; they come last'),
    order: z.int().describe('Position in the pipeline, from 1'),
    probability: z.int().describe('Chance of winning, in percent'),
    color: z.string().nullable(),
    rotting_days: z.int().nullable().describe('Days without activity after which a record is rotting'),
    required_fields: z
      .array(z.string())
      .describe('Fields required to enter this stage, such as phone or custom_attributes.budget'),
  })
  .meta({ id: 'Stage' })
export type Stage = z.output<typeof Stage>

export const Pipeline = z
  .object({
    id,
    name: z.string(),
    kind: z.enum(pipeline_kinds).describe('mixed: leads and opportunities'),
    description: z.string().nullable(),
    default_currency: z.string(),
    is_default: z.boolean().describe('Used for its kind when none is given'),
    stages: z.array(Stage).describe('In order'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Pipeline' })
export type Pipeline = z.output<typeof Pipeline>

/** The source of a record, its author, and the first touch. */
const attribution = {
  utm_source: z.string().nullable(),
  utm_medium: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  attribution_detail: z.string().nullable().describe('The referrer'),
  utm_origin: z
    .enum(['automatic', 'manual'])
    .nullable()
    .describe('manual: changed later by a person or program; null if unknown'),
  utm_origin_by: Author.nullable().describe('Author of the change'),
  utm_origin_at: timestamp.nullable(),
  utm_auto: z
    .object({
      utm_source: z.string().nullable(),
      utm_medium: z.string().nullable(),
      utm_campaign: z.string().nullable(),
      captured_at: timestamp,
    })
    .nullable()
    .describe('The first touch; never overwritten'),
}

const owner = named.extend({ email: z.string() }).nullable()
const contact = named.extend({ phone_number: z.string().nullable(), email: z.string().nullable() }).nullable()
const stage = named.extend({ type: z.enum(stage_types) })

/** Further fields of leads and opportunities. */
const progress = {
  pipeline: named,
  stage,
  stage_entered_at: timestamp.describe('In this stage since'),
  rotting: z.boolean().describe('Without activity for longer than its stage allows'),
  last_activity_at: timestamp.describe('Last change or activity'),
  custom_attributes: attributes,
}

export const Lead = z
  .object({
    id,
    name: z.string(),
    company_name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable().describe('E.164, such as +573001234567'),
    source: z.string().nullable().describe('The source as given'),
    ...attribution,
    estimated_value: money.nullable(),
    currency: z.string(),
    owner,
    contact,
    ...progress,
    status: z.enum(lead_statuses),
    lost_reason: z.string().nullable(),
    opportunity: named.nullable().describe('The opportunity it was converted into'),
    converted_at: timestamp.nullable(),
    url: z.string().describe('Opens the lead in the web app'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Lead' })
export type Lead = z.output<typeof Lead>

export const Opportunity = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    amount: money.nullable(),
    currency: z.string(),
    expected_close_date: day,
    actual_close_date: day.nullable(),
    closed_at: timestamp.nullable().describe('Time it was won or lost'),
    probability: z.int().describe('Chance of winning, in percent'),
    ...attribution,
    owner,
    contact,
    ...progress,
    status: z.enum(opportunity_statuses),
    lost_reason: z.string().nullable().describe('Name of the reason when it was lost'),
    lead: named.nullable().describe('The lead it was converted from'),
    url: z.string().describe('Opens the opportunity in the web app'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Opportunity' })
export type Opportunity = z.output<typeof Opportunity>

export const Activity = z
  .object({
    id,
    entity_type: z.enum(activity_entity_types),
    entity_id: id,
    entity: z
      .object({ name: z.string(), owner: named.nullable(), url: z.string() })
      .describe('The lead, opportunity or contact it is about; a contact has no owner'),
    type: z.string().describe(`${activity_types.join(', ')}, or the name of a type of the workspace`),
    body: z.string().nullable(),
    changes: z
      .record(z.string(), z.object({ from: z.json(), to: z.json() }))
      .nullable()
      .describe('For stage_change and field_change: each field before and after'),
    author: Author,
    assignee: named.nullable(),
    due_at: timestamp.nullable(),
    duration_minutes: z.int().nullable().describe('How long it takes; null if not given'),
    done: z.boolean(),
    completed_at: timestamp.nullable(),
    completed_by: Author.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Activity' })
export type Activity = z.output<typeof Activity>

/** A stay in a stage. */
export const StageVisit = z
  .object({
    pipeline: named,
    stage: stage.extend({ id: id.nullable().describe('Null if the stage was deleted') }),
    entered_at: timestamp,
    left_at: timestamp.nullable(),
    author: Author.describe('Author of the move'),
    merged: z.boolean().describe('Stay of a duplicate that was merged'),
  })
  .meta({ id: 'StageVisit' })
export type StageVisit = z.output<typeof StageVisit>

const timeline = {
  activities: z.array(Activity).describe('The timeline, newest first'),
  stage_history: z.array(StageVisit).describe('The stages it was in, oldest first; the latest 100'),
}
export const LeadDetail = Lead.extend(timeline).meta({ id: 'LeadDetail' })
export const OpportunityDetail = Opportunity.extend(timeline).meta({ id: 'OpportunityDetail' })

export const LostReason = z
  .object({ id, name: z.string(), created_at: timestamp, updated_at: timestamp })
  .meta({ id: 'LostReason' })
export type LostReason = z.output<typeof LostReason>

/** A lead or an opportunity that was deleted and can still be restored. */
export const BinEntry = z
  .object({
    entity_type: z.enum(entity_types),
    id,
    name: z.string(),
    amount: money.nullable().describe('The amount, or the estimated value of a lead'),
    currency: z.string(),
    status: z.enum([...lead_statuses, ...opportunity_statuses]),
    owner,
    contact,
    pipeline: named,
    stage,
    merged_into: named.nullable().describe('The record it was merged into'),
    deleted_at: timestamp,
    deleted_by: Author,
    expires_at: timestamp.describe('Time of permanent deletion'),
  })
  .meta({ id: 'BinEntry' })
export type BinEntry = z.output<typeof BinEntry>

/** Number and amounts of leads or opportunities. Currencies are never added up. */
export const RecordTotals = z.object({
  count: z.int(),
  amounts: z.array(z.object({ currency: z.string(), amount: money, weighted: money })),
})

/** Totals of a stage of a board. Currencies are never added up. */
export const StageTotals = z
  .object({
    stage,
    leads: RecordTotals,
    opportunities: RecordTotals.describe('weighted: each amount times its probability'),
  })
  .meta({ id: 'StageTotals' })
export type StageTotals = z.output<typeof StageTotals>

/** An import of leads or of opportunities. */
export const RecordImport = z.object(import_progress).meta({ id: 'RecordImport' })
