import { z } from 'zod'
import { Lead, Opportunity } from '#contract/records/crm.ts'
import { day, id, line } from '#contract/scalars.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as attribution from '#domains/crm/attribution/rules.ts'
import { updateLead } from '#domains/crm/leads/update-lead.ts'
import { clockOf } from '#domains/crm/opportunities/outcome.ts'
import { checkRequirements, checkNotConverted, getClient } from '#domains/crm/leads/conversion.ts'
import { expectedClose } from '#domains/crm/leads/rules.ts'
import { checkMandatory } from '#domains/crm/opportunities/rules.ts'
import { amount, currency, lead_id, owner, place } from '#domains/crm/inputs.ts'
import * as items from '#domains/crm/records/interest-items.ts'
import * as leads from '#domains/crm/leads/store.ts'
import { createOpportunity } from '#domains/crm/opportunities/create-opportunity.ts'
import * as owners from '#domains/crm/records/owners.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { currency as toCurrency, money } from '#domains/crm/records/rules.ts'
import { conformFitting } from '#domains/workspace/custom-attributes/rules.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const crm_convert_lead = operation({
  summary: 'Convert a lead into an opportunity: its contact is linked or created, and its history comes along.',
  description:
    'Needs a name, a client (contact, phone or email) and a business context (amount, estimated value, item or activity); ' +
    'the error lists what is missing. A lead is converted once. Returns the lead and the opportunity.',
  rest: 'POST /leads/:lead_id/convert',
  permission: 'crm:write',
  status: 201,
  input: z.strictObject({
    lead_id,
    ...place,
    pipeline: place.pipeline.describe('Pipeline, by name or id. Default: the default for opportunities'),
    name: line.optional().describe('Name of the deal. Default: the name of the lead'),
    amount: amount.optional(),
    currency: currency.optional(),
    expected_close_date: day.optional().describe('YYYY-MM-DD. Default: in 30 days'),
    ...owner,
    confirmed_contact_id: id.optional().describe('Existing contact to link when the lead has none'),
  }),
  output: z.object({ lead: Lead, opportunity: Opportunity }),

  async run(ctx, { lead_id, pipeline: wanted, stage: wantedStage, owner, owner_id, confirmed_contact_id, ...input }) {
    const before = await leads.getLocked(ctx, lead_id)
    checkNotConverted(before)
    await checkRequirements(ctx, before, { ...input, confirmed_contact_id })
    const { pipeline, stage } = await pipelines.resolveStage(ctx, 'opportunities', {
      pipeline: wanted,
      stage: wantedStage,
    })
    const agent = await owners.find(ctx, { owner, owner_id })
    const owner_user_id = agent?.id ?? before.owner?.id ?? ctx.actor.user_id
    checkMandatory({ owner: owner_user_id })
    const client = await getClient(ctx, before, confirmed_contact_id)

    const default_currency = before.estimated_value === null ? pipeline.default_currency : before.currency
    const opportunity = await createOpportunity(ctx, stage, {
      name: (input.name ?? before.name).trim(),
      description: null,
      amount: money(input.amount ?? before.estimated_value),
      currency: input.currency === undefined ? default_currency : toCurrency(input.currency),
      expected_close_date: input.expected_close_date ?? expectedClose(clockOf(ctx)),
      ...attribution.pickColumns(before),
      attribution_detail: before.attribution_detail,
      owner_id: owner_user_id,
      contact_id: client.id,
      lead_id,
      custom_attributes: conformFitting(
        await customAttributes.definitions(ctx, 'opportunity_attribute'),
        before.custom_attributes,
      ),
    })
    await activities.moveToOpportunity(ctx, lead_id, opportunity.id)
    await items.copyToOpportunity(ctx, lead_id, opportunity.id)
    const patch = { status: 'converted', converted_at: ctx.now, contact_id: client.id, lost_reason: null } as const
    const lead = await updateLead(ctx, before, patch)
    ctx.emit('lead.converted', { lead, changes: { status: { from: before.status, to: 'converted' } } })
    return { lead, opportunity }
  },
})
