import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { emptyPart, part } from '#db/sql.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import { checkRequired } from '#domains/crm/pipelines/required-fields-rules.ts'
import { requiredFieldsOf } from '#domains/crm/pipelines/store.ts'
import { type Changes, listChanges } from '#kernel/changes.ts'
import type { Context } from '#kernel/operation.ts'
import { boardPosition } from './columns.ts'
import { columnDiffers, notBefore } from './rules.ts'
import * as history from './stage-history.ts'
import { withdrawReverse } from './undo.ts'

type RecordTypes = { lead: Lead; opportunity: Opportunity }

export type UpdateOptions = {
  /** Note for the timeline. */
  body?: string | null | undefined
  /** Neighbour on the board, below or above which the record is placed. */
  before_id?: string | undefined
  after_id?: string | undefined
}

/**
 * Updates a locked lead or opportunity, its stage history and its timeline. Returns the same record, and no changes, if
 * nothing differs. `undoes` is true if it takes back a change whose consequences still waited. Events are emitted by
 * updateLead and updateOpportunity.
 */
export async function updateRecord<T extends keyof RecordTypes>(
  ctx: Context,
  type: T,
  before: RecordTypes[T],
  patch: leads.Patch | opportunities.Patch,
  fields: readonly (keyof RecordTypes[T] & string)[],
  options: UpdateOptions,
): Promise<{ after: RecordTypes[T]; changes: Changes; undoes: boolean }> {
  const after = await updateRow(ctx, type, before, patch, options)
  const changed = after === before ? {} : listChanges(before, after, fields)
  if (Object.keys(changed).length === 0) return { after, changes: changed, undoes: false }
  const [undoes] = await Promise.all([
    withdrawReverse(ctx, type, after.id, changed),
    recordChanges(ctx, type, before, after, changed, options),
  ])
  return { after, changes: changed, undoes }
}

/** Fields of both leads and opportunities whose changes are recorded. */
export const shared_fields = [
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

/** Writes the row if anything differs. A new position on the board alone is not a change of the record. */
async function updateRow<T extends keyof RecordTypes>(
  ctx: Context,
  type: T,
  before: RecordTypes[T],
  patch: leads.Patch | opportunities.Patch,
  { before_id, after_id }: UpdateOptions,
): Promise<RecordTypes[T]> {
  const isMoving = patch.stage_id !== undefined && patch.stage_id !== before.stage.id
  const isPlaced = before_id !== undefined || after_id !== undefined
  const differs = Object.entries(patch).some(([column, value]) => columnDiffers(before, column, value))
  if (!differs && !isPlaced) return before
  const store = type === 'lead' ? leads : opportunities
  const table = type === 'lead' ? part`leads` : part`opportunities`
  const moment = notBefore(before.last_activity_at, ctx.now)
  const moments = { ...(differs && { last_activity_at: moment }), ...(isMoving && { stage_entered_at: moment }) }
  const stage_id = patch.stage_id ?? before.stage.id
  const position = part`, position = ${boardPosition(table, ctx.actor.account.id, stage_id, { before_id, after_id })}`
  const [row, required] = await Promise.all([
    store.update(ctx, before.id, { ...patch, ...moments }, isMoving || isPlaced ? position : emptyPart),
    isMoving ? requiredFieldsOf(ctx, stage_id) : [],
  ])
  // Checked after the update, so that fields set in the same call count.
  checkRequired(type, row, required)
  return row as RecordTypes[T]
}

async function recordChanges(
  ctx: Context,
  type: keyof RecordTypes,
  before: Lead | Opportunity,
  after: Lead | Opportunity,
  changed: Changes,
  { body }: UpdateOptions,
): Promise<void> {
  const entity = { type, id: after.id }
  const moment = notBefore(before.last_activity_at, ctx.now)
  const isMoved = changed.stage !== undefined
  const activity = { type: isMoved ? 'stage_change' : 'field_change', body, changes: changed } as const
  await Promise.all([
    activities.insert(ctx, entity, activity, moment),
    isMoved ? history.enterStage(ctx, entity, after, moment) : undefined,
  ])
}
