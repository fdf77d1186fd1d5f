import { z } from 'zod'
import { dayOf } from '#contract/periods.ts'
import { line, text } from '#contract/scalars.ts'
import { RecordImport } from '#contract/records/crm.ts'
import { splitCells } from '#domains/contacts/csv/cells.ts'
import { importRows, rows_input } from '#domains/contacts/csv/import-job.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as attribution from '#domains/crm/attribution/rules.ts'
import { amount, currency, utm } from '#domains/crm/inputs.ts'
import * as lostReasons from '#domains/crm/opportunities/lost-reasons.ts'
import { clockOf } from '#domains/crm/opportunities/outcome.ts'
import * as rules from '#domains/crm/opportunities/rules.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import { checkRequired } from '#domains/crm/pipelines/required-fields-rules.ts'
import * as agents from '#domains/workspace/agents.ts'
import { conform } from '#domains/workspace/custom-attributes/rules.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { invalidInput } from '#kernel/refusals.ts'
import { amountOf, dayOfCell, endAfter, momentOf, opportunityStatus, percentOf } from './cell-rules.ts'
import { opportunity_columns } from './columns.ts'
import { chooseContact, saveContact } from './known-contacts.ts'
import { chooseStages, enterStages, outcomeOf, type TargetStages } from './target-stage.ts'
import { checkNew, identify, loadReferences, type References } from './references.ts'

/** Internal: a subscriber calls it until the import is done. */
export const import_opportunity_rows = operation({
  summary: 'Import the next rows of an import of opportunities.',
  rest: 'POST /opportunities/imports/:import_id/rows',
  permission: 'crm:write',
  input: rows_input,
  output: RecordImport,

  run: (ctx, input) =>
    importRows(ctx, 'opportunities', input, async (dry_run) => {
      const references = await loadReferences(ctx, 'opportunities', input.records)
      return async ({ cells }) => {
        const plan = planOpportunity(ctx, cells, references)
        await saveContact(ctx, references.contacts, plan.contact, dry_run)
        if (!dry_run) await saveOpportunity(ctx, plan)
        return 'created'
      }
    }),
})

type Cells = Readonly<Record<string, string>>

const fieldsOfRow = z
  .object({ name: line, description: text, amount: amount.nullable(), currency, ...utm, contact_name: line })
  .partial()

/** Plans a row: everything is checked before anything is written, because other rows share the transaction. */
function planOpportunity(ctx: Context, record: Cells, references: References) {
  const { account } = ctx.actor
  const { cells, custom_attributes: given } = splitCells(record, opportunity_columns.fields)
  const parsed = fieldsOfRow.safeParse({ ...cells, amount: amountOf(cells, 'amount') })
  if (!parsed.success) throw invalidInput(parsed.error, cells)
  const fields = rules.clean({ ...parsed.data, name: parsed.data.name ?? '' })
  const custom_attributes = mergeAttributes({}, conform(references.defined, given))
  const { target, outcome, created_at, closed_at, isDated } = planCourse(ctx, cells, references)
  const entered = target.final ?? target.stage
  const state = planState(ctx, cells, target, outcome, closed_at, references)
  const expected = dayOfCell(cells, 'expected_close_date', account)
  const expected_close_date = expected ?? (closed_at && dayOf(closed_at, account.time_zone))
  const contact = chooseContact(ctx, references.contacts, cells)
  rules.checkMandatory({ expected_close_date, contact })
  const owner = cells.owner ? agents.choose(ctx, references.agents, { agent: cells.owner }, 'owner') : undefined
  const owner_id = owner?.id ?? ctx.actor.user_id
  rules.checkMandatory({ owner: owner_id })
  const checked = { ...fields, ...parsed.data, owner: owner_id, contact, custom_attributes, stage: entered }
  checkRequired('opportunity', checked, entered.required_fields)
  checkNew(references.existing, identify(fields.name!, created_at, contact!.id), isDated)
  const detected = attribution.detect(undefined, custom_attributes, contact!.custom_attributes)
  const fresh = {
    description: null,
    currency: target.pipeline.default_currency,
    attribution_detail: null,
    ...fields,
    name: fields.name!,
    amount: fields.amount ?? null,
    expected_close_date: expected_close_date!,
    ...attribution.initial(parsed.data, detected, created_at),
    ...state,
    owner_id,
    lead_id: null,
    custom_attributes,
  }
  return { fresh, contact: contact!, target, created_at, closed_at }
}

/** When a deal began and ended, and the stages between. */
function planCourse(ctx: Context, cells: Cells, { pipelines }: References) {
  const { account } = ctx.actor
  const ends = { closed_at: undefined, won_at: 'won', lost_at: 'lost' } as const
  const field = (Object.keys(ends) as (keyof typeof ends)[]).find((each) => cells[each] !== undefined) ?? 'closed_at'
  const status = opportunityStatus(cells) ?? ends[field]
  const target = chooseStages(pipelines, 'opportunities', cells, status)
  const reached = (target.final ?? target.stage).type
  const outcome = outcomeOf(status) ?? (reached === 'open' ? undefined : reached)
  const given = outcome ? momentOf(cells, field, account) : undefined
  const dated = momentOf(cells, 'created_at', account)
  const created_at = dated ?? (given && given < ctx.now ? given : ctx.now)
  const ended = endAfter(created_at, given, field, clockOf(ctx))
  return { target, outcome, created_at, closed_at: outcome && (ended ?? ctx.now), isDated: dated !== undefined }
}

/** Stage, status, probability and close date. */
function planState(
  ctx: Context,
  cells: Cells,
  { stage, final }: TargetStages,
  outcome: 'won' | 'lost' | undefined,
  closed_at: Date | undefined,
  { reasons }: References,
) {
  const blank = { status: 'open', closed_at: null, actual_close_date: null, lost_reason: null } as const
  const target = { pipeline_id: stage.pipeline_id, stage_id: (final ?? stage).id }
  if (!outcome) {
    const probability = percentOf(cells, 'probability') ?? stage.probability
    return { ...blank, ...target, probability }
  }
  const reason = outcome === 'lost' ? lostReasons.choose(reasons, cells.lost_reason) : undefined
  const clock = { now: closed_at!, time_zone: ctx.actor.account.time_zone }
  const { status, probability, actual_close_date, lost_reason, lost_reason_id } = rules.close(
    blank,
    outcome,
    final,
    reason,
    clock,
  )
  return {
    ...target,
    status: status!,
    probability: probability!,
    closed_at: closed_at!,
    actual_close_date: actual_close_date!,
    lost_reason: lost_reason ?? null,
    lost_reason_id: lost_reason_id ?? null,
  }
}

async function saveOpportunity(ctx: Context, plan: ReturnType<typeof planOpportunity>): Promise<void> {
  const { fresh, contact, target, created_at, closed_at } = plan
  const entered_at = closed_at ?? created_at
  const moments = { created_at, stage_entered_at: entered_at, last_activity_at: closed_at ?? ctx.now }
  const opportunity = await opportunities.insert(ctx, { ...fresh, contact_id: contact.id }, moments)
  await enterStages(ctx, { type: 'opportunity', id: opportunity.id }, target, { created_at, entered_at })
  ctx.emit('opportunity.created', { opportunity, imported: true })
}
