import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { nothing, part } from '#db/sql.ts'
import * as activities from '#domains/crm/activities.ts'
import * as leads from '#domains/crm/leads.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import { requiredIn } from '#domains/crm/pipelines.ts'
import { checkRequired } from '#domains/crm/required-rules.ts'
import * as rules from '#domains/crm/rules.ts'
import { position } from '#domains/crm/shape.ts'
import * as history from '#domains/crm/stage-history.ts'
import type { Context } from '#kernel/operation.ts'

type Changes = ReturnType<typeof rules.changes>
type Besides = {
  /** What somebody says about it, for the timeline. */
  body?: string | null | undefined
  /** Beside what it is put in its stage. */
  before_id?: string | undefined
  after_id?: string | undefined
}

/** Changes a lead that is held: the row, its stage history, its timeline, and what is told. Nothing changes, nothing is said. */
export async function changeLead(ctx: Context, before: Lead, patch: leads.Patch, besides: Besides = {}): Promise<Lead> {
  const after = await change(ctx, 'lead', before, patch, besides)
  if (after === before) return before
  const changes = rules.changes(before, after, lead_fields)
  await keep(ctx, 'lead', before, after, changes, besides)
  if (changes.contact) await leads.noteResponse(ctx, after.id, [before.contact?.id ?? null, after.contact?.id ?? null])
  announceLead(ctx, before, after, changes)
  return after
}

/** The same for an opportunity. */
export async function changeOpportunity(
  ctx: Context,
  before: Opportunity,
  patch: opportunities.Patch,
  besides: Besides = {},
): Promise<Opportunity> {
  const after = await change(ctx, 'opportunity', before, patch, besides)
  if (after === before) return before
  const changes = rules.changes(before, after, opportunity_fields)
  await keep(ctx, 'opportunity', before, after, changes, besides)
  announceOpportunity(ctx, after, changes)
  return after
}

const both = [
  'name',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'attribution_detail',
  'currency',
  'owner',
  'contact',
  'pipeline',
  'stage',
  'status',
  'lost_reason',
  'custom_attributes',
] as const
const lead_fields = [...both, 'company_name', 'email', 'phone', 'source', 'estimated_value', 'opportunity'] as const
const opportunity_fields = [
  ...both,
  'description',
  'amount',
  'expected_close_date',
  'actual_close_date',
  'probability',
  'lead',
] as const

type Kinds = { lead: Lead; opportunity: Opportunity }

/** Writes the row, where anything differs. A record that only gets another place in its stage has not changed. */
async function change<K extends keyof Kinds>(
  ctx: Context,
  kind: K,
  before: Kinds[K],
  patch: leads.Patch | opportunities.Patch,
  { before_id, after_id }: Besides,
): Promise<Kinds[K]> {
  const moves = patch.stage_id !== undefined && patch.stage_id !== before.stage.id
  const isPut = before_id !== undefined || after_id !== undefined
  const differs = Object.entries(patch).some(([column, value]) => rules.columnDiffers(before, column, value))
  if (!differs && !isPut) return before
  const store = kind === 'lead' ? leads : opportunities
  const table = kind === 'lead' ? part`leads` : part`opportunities`
  const moment = rules.notBefore(before.last_activity_at, ctx.now)
  const touched = { ...(differs && { last_activity_at: moment }), ...(moves && { stage_entered_at: moment }) }
  const stage_id = patch.stage_id ?? before.stage.id
  const place = part`, position = ${position(table, ctx.actor.account.id, stage_id, { before_id, after_id })}`
  const [row, required] = await Promise.all([
    store.update(ctx, before.id, { ...patch, ...touched }, moves || isPut ? place : nothing),
    moves ? requiredIn(ctx, stage_id) : [],
  ])
  // However it comes to a stage, it has what that asks for; what it is given on the way counts.
  checkRequired(kind, row, required)
  return row as Kinds[K]
}

/** Keeps what changed: in the stage history and on the timeline. */
async function keep(
  ctx: Context,
  type: keyof Kinds,
  before: Lead | Opportunity,
  after: Lead | Opportunity,
  changes: Changes,
  { body }: Besides,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const entity = { type, id: after.id }
  const moment = rules.notBefore(before.last_activity_at, ctx.now)
  const moved = changes.stage !== undefined
  const noted = activities.insert(ctx, entity, { type: moved ? 'stage_change' : 'field_change', body, changes }, moment)
  await Promise.all([noted, moved ? history.enter(ctx, entity, after, moment) : undefined])
}

function announceLead(ctx: Context, before: Lead, lead: Lead, changes: Changes): void {
  const { stage, pipeline: _, status, lost_reason, owner, opportunity, ...plain } = changes
  const moved = { ...changes }
  if (stage) ctx.emit('lead.stage_changed', { lead, changes: moved })
  if (owner) ctx.emit('lead.owner_changed', { lead, changes: { owner } })
  const told = status && !opportunity && eventOf(before.status, lead.status)
  if (told) ctx.emit(told, { lead, changes: moved })
  // What an event of its own has told is not told again.
  const rest = {
    ...plain,
    ...(status && !told && !stage && !opportunity && { status }),
    ...(!status && lost_reason && { lost_reason }),
  }
  if (Object.keys(rest).length > 0) ctx.emit('lead.updated', { lead, changes: rest })
}

function eventOf(from: Lead['status'], to: Lead['status']) {
  if (to === 'qualified') return 'lead.qualified'
  if (to === 'unqualified') return 'lead.lost'
  return to === 'new' && from === 'unqualified' ? 'lead.reopened' : undefined
}

function announceOpportunity(ctx: Context, opportunity: Opportunity, changes: Changes): void {
  const { stage, pipeline: _, status, lost_reason, owner, probability, actual_close_date: __, ...plain } = changes
  const moved = { ...changes }
  if (stage) ctx.emit('opportunity.stage_changed', { opportunity, changes: moved })
  if (owner) ctx.emit('opportunity.owner_changed', { opportunity, changes: { owner } })
  const told = { won: 'opportunity.won', lost: 'opportunity.lost', open: 'opportunity.reopened' } as const
  if (status) ctx.emit(told[opportunity.status], { opportunity, changes: moved })
  const settled = status || stage
  const rest = {
    ...plain,
    ...(!settled && probability && { probability }),
    ...(!status && lost_reason && { lost_reason }),
  }
  if (Object.keys(rest).length > 0) ctx.emit('opportunity.updated', { opportunity, changes: rest })
}
