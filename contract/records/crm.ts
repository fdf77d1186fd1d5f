import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { attributes, id, timestamp } from '#contract/scalars.ts'

export const pipeline_kinds = ['leads', 'opportunities', 'mixed'] as const
export const stage_types = ['open', 'won', 'lost'] as const
export const lead_statuses = ['new', 'qualified', 'unqualified', 'converted'] as const
export const opportunity_statuses = ['open', 'won', 'lost'] as const
export const entity_types = ['lead', 'opportunity'] as const
export type EntityType = (typeof entity_types)[number]

/** What people do, and what the timeline notes by itself. */
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
    type: z.enum(stage_types).describe('won and lost end a record; they stand last'),
    order: z.int().describe('Its place in the pipeline, from 1'),
    probability: z.int().describe('Of winning, in percent'),
    color: z.string().nullable(),
    rotting_days: z.int().nullable().describe('After so many days without activity a record here counts as rotting'),
    required_fields: z
      .array(z.string())
      .describe('What a record must have to come here, such as phone or custom_attributes.budget'),
  })
  .meta({ id: 'Stage' })
export type Stage = z.output<typeof Stage>

export const Pipeline = z
  .object({
    id,
    name: z.string(),
    kind: z.enum(pipeline_kinds).describe('mixed holds leads and opportunities'),
    description: z.string().nullable(),
    default_currency: z.string(),
    is_default: z.boolean().describe('The board for its kind where none is named'),
    stages: z.array(Stage).describe('In their order'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Pipeline' })
export type Pipeline = z.output<typeof Pipeline>

/** Where it came from, by whom it was said, and what it was at first. */
const attribution = {
  utm_source: z.string().nullable(),
  utm_medium: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  attribution_detail: z.string().nullable().describe('Who referred it'),
  utm_origin: z
    .enum(['automatic', 'manual'])
    .nullable()
    .describe('manual: a person or a program changed it later; null where nothing is known'),
  utm_origin_by: Author.nullable().describe('Who changed it'),
  utm_origin_at: timestamp.nullable(),
  utm_auto: z
    .object({
      utm_source: z.string().nullable(),
      utm_medium: z.string().nullable(),
      utm_campaign: z.string().nullable(),
      captured_at: timestamp,
    })
    .nullable()
    .describe('The first touch, kept once and never rewritten'),
}

const owner = named.extend({ email: z.string() }).nullable()
const contact = named.extend({ phone_number: z.string().nullable(), email: z.string().nullable() }).nullable()
const stage = named.extend({ type: z.enum(stage_types) })

/** What both a lead and an opportunity have besides. */
const progress = {
  pipeline: named,
  stage,
  stage_entered_at: timestamp.describe('Since when it is in this stage'),
  rotting: z.boolean().describe('It has been left alone for longer than its stage allows'),
  last_activity_at: timestamp.describe('When it last changed, or somebody did something about it'),
  custom_attributes: attributes,
}

export const Lead = z
  .object({
    id,
    name: z.string(),
    company_name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable().describe('E.164, such as +573001234567'),
    source: z.string().nullable().describe('The label as it was given'),
    ...attribution,
    estimated_value: money.nullable(),
    currency: z.string(),
    owner,
    contact,
    ...progress,
    status: z.enum(lead_statuses),
    lost_reason: z.string().nullable(),
    opportunity: named.nullable().describe('What it was converted into'),
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
    closed_at: timestamp.nullable().describe('The moment it was won or lost'),
    probability: z.int().describe('Of winning, in percent'),
    ...attribution,
    owner,
    contact,
    ...progress,
    status: z.enum(opportunity_statuses),
    lost_reason: z.string().nullable().describe('As the catalog called it when it was lost'),
    lead: named.nullable().describe('What it was converted from'),
    url: z.string().describe('Opens the opportunity in the web app'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Opportunity' })
export type Opportunity = z.output<typeof Opportunity>

export const Activity = z
  .object({
    id,
    entity_type: z.enum(entity_types),
    entity_id: id,
    entity: z
      .object({ name: z.string(), owner: named.nullable(), url: z.string() })
      .describe('The lead or opportunity it is about'),
    type: z.enum(activity_types),
    body: z.string().nullable(),
    changes: z
      .record(z.string(), z.object({ from: z.json(), to: z.json() }))
      .nullable()
      .describe('For stage_change and field_change: each field before and after'),
    author: Author,
    assignee: named.nullable(),
    due_at: timestamp.nullable(),
    done: z.boolean(),
    completed_at: timestamp.nullable(),
    completed_by: Author.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Activity' })
export type Activity = z.output<typeof Activity>

/** A time spent in a stage. */
export const StageVisit = z
  .object({
    pipeline: named,
    stage: stage.extend({ id: id.nullable().describe('Null where the stage is gone') }),
    entered_at: timestamp,
    left_at: timestamp.nullable(),
    author: Author.describe('Who moved it there'),
    merged: z.boolean().describe('It was a duplicate, since merged, that was there'),
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
    merged_into: named.nullable().describe('What it was merged into'),
    deleted_at: timestamp,
    deleted_by: Author,
    expires_at: timestamp.describe('When it is gone for good'),
  })
  .meta({ id: 'BinEntry' })
export type BinEntry = z.output<typeof BinEntry>

const total = z.object({
  count: z.int(),
  amounts: z.array(z.object({ currency: z.string(), amount: money, weighted: money })),
})

/** What stands in each stage of a board. Currencies are never added. */
export const StageTotals = z
  .object({ stage, leads: total, opportunities: total.describe('weighted: each amount times its probability') })
  .meta({ id: 'StageTotals' })
export type StageTotals = z.output<typeof StageTotals>
