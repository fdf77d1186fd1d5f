import { z } from 'zod'
import { line } from '#contract/scalars.ts'
import { RecordImport } from '#contract/records/crm.ts'
import { splitCells } from '#domains/contacts/csv/cells.ts'
import { importRows, rows_input } from '#domains/contacts/csv/import-job.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as attribution from '#domains/crm/attribution/rules.ts'
import { leadFields } from '#domains/crm/inputs.ts'
import * as rules from '#domains/crm/leads/rules.ts'
import * as leads from '#domains/crm/leads/store.ts'
import { clockOf } from '#domains/crm/opportunities/outcome.ts'
import { checkRequired } from '#domains/crm/pipelines/required-fields-rules.ts'
import * as owners from '#domains/crm/records/owners.ts'
import * as agents from '#domains/workspace/agents.ts'
import { conform } from '#domains/workspace/custom-attributes/rules.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { invalidInput } from '#kernel/refusals.ts'
import { amountOf, endAfter, leadStatus, momentOf } from './cell-rules.ts'
import { lead_columns } from './columns.ts'
import { chooseContact, findByChannels, saveContact } from './known-contacts.ts'
import { chooseStages, enterStages } from './target-stage.ts'
import { checkNew, identify, loadReferences, type References } from './references.ts'

/** Internal: a subscriber calls it until the import is done. */
export const import_lead_rows = operation({
  summary: 'Import the next rows of an import of leads.',
  rest: 'POST /leads/imports/:import_id/rows',
  permission: 'crm:write',
  input: rows_input,
  output: RecordImport,

  run: (ctx, input) =>
    importRows(ctx, 'leads', input, async (dry_run) => {
      const references = await loadReferences(ctx, 'leads', input.records)
      return async ({ cells }) => {
        const plan = planLead(ctx, cells, references)
        if (plan.contact) await saveContact(ctx, references.contacts, plan.contact, dry_run)
        if (!dry_run) await saveLead(ctx, plan)
        return 'created'
      }
    }),
})

const fieldsOfRow = z.object({ ...leadFields, name: line, lost_reason: line, contact_name: line }).partial()

type Cells = Readonly<Record<string, string>>

/** Plans a row: everything is checked before anything is written, because other rows share the transaction. */
function planLead(ctx: Context, record: Cells, references: References) {
  const { cells, custom_attributes: given } = splitCells(record, lead_columns.fields)
  const parsed = fieldsOfRow.safeParse({ ...cells, estimated_value: amountOf(cells, 'estimated_value') })
  if (!parsed.success) throw invalidInput(parsed.error, cells)
  const fields = rules.clean({ ...parsed.data, name: parsed.data.name ?? '' }, ctx.actor.account.country)
  rules.checkReferral({ ...parsed.data, ...fields })
  const custom_attributes = mergeAttributes({}, conform(references.defined, given))
  const course = planCourse(ctx, cells, references)
  const { target, status, created_at } = course
  const contact = chooseContact(ctx, references.contacts, cells) ?? findByChannels(ctx, references.contacts, cells)
  const owner = cells.owner ? agents.choose(ctx, references.agents, { agent: cells.owner }, 'owner') : undefined
  const entered = target.final ?? target.stage
  const checked = { ...fields, ...parsed.data, owner, contact, custom_attributes, stage: entered }
  checkRequired('lead', checked, entered.required_fields)
  const key = identify(fields.name!, created_at, fields.email ?? null, fields.phone ?? null)
  checkNew(references.existing, key, course.isDated)
  const detected = attribution.detect(fields.source, custom_attributes, contact?.custom_attributes ?? {})
  const fresh = {
    ...blank,
    currency: target.pipeline.default_currency,
    ...fields,
    name: fields.name!,
    ...attribution.initial(parsed.data, detected, created_at),
    owner_id: owner?.id ?? owners.defaultOwner(ctx),
    pipeline_id: target.pipeline.id,
    stage_id: entered.id,
    status,
    lost_reason: status === 'unqualified' ? parsed.data.lost_reason?.trim() || null : null,
    custom_attributes,
  }
  return { fresh, contact, ...course }
}

const blank = {
  company_name: null,
  email: null,
  phone: null,
  source: null,
  attribution_detail: null,
  estimated_value: null,
}

/** When a lead began, when it was lost, and its stages. */
function planCourse(ctx: Context, cells: Cells, { pipelines }: References) {
  const { account } = ctx.actor
  const lost_on = momentOf(cells, 'lost_at', account)
  const given = leadStatus(cells) ?? (lost_on && 'unqualified')
  const target = chooseStages(pipelines, 'leads', cells, given)
  const status = given ?? rules.initialStatus((target.final ?? target.stage).type)
  const dated = momentOf(cells, 'created_at', account)
  const created_at = dated ?? (lost_on && lost_on < ctx.now ? lost_on : ctx.now)
  const ended = status === 'unqualified' ? lost_on : undefined
  const lost_at = endAfter(created_at, ended, 'lost_at', clockOf(ctx)) ?? ctx.now
  return { target, status, created_at, lost_at, isDated: dated !== undefined }
}

async function saveLead(ctx: Context, plan: ReturnType<typeof planLead>): Promise<void> {
  const { fresh, contact, target, created_at, lost_at } = plan
  const isLost = fresh.status === 'unqualified'
  const entered_at = isLost ? lost_at : created_at
  const moments = { created_at, stage_entered_at: entered_at, last_activity_at: isLost ? lost_at : ctx.now }
  const lead = await leads.insert(ctx, { ...fresh, contact_id: contact?.id ?? null }, moments)
  const entity = { type: 'lead', id: lead.id } as const
  await enterStages(ctx, entity, target, { created_at, entered_at })
  // Outside of a lost stage, the timeline shows when a lead was lost.
  if (isLost && lead.stage.type !== 'lost') {
    const changes = { status: { from: 'new', to: 'unqualified' } }
    await activities.insert(ctx, entity, { type: 'field_change', changes }, lost_at)
  }
  ctx.emit('lead.created', { lead, imported: true })
}
