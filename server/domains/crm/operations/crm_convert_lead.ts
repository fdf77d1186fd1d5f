import { z } from 'zod'
import { Lead, Opportunity } from '#contract/records/crm.ts'
import { day, id, line } from '#contract/scalars.ts'
import * as activities from '#domains/crm/activities.ts'
import * as attribution from '#domains/crm/attribution-rules.ts'
import { changeLead } from '#domains/crm/changing.ts'
import { when } from '#domains/crm/closing.ts'
import { checkMinimums, checkOnce, getClient } from '#domains/crm/converting.ts'
import { amount, currency, lead_id, owner, place } from '#domains/crm/inputs.ts'
import * as items from '#domains/crm/items.ts'
import * as leads from '#domains/crm/leads.ts'
import { begin } from '#domains/crm/opening.ts'
import * as owners from '#domains/crm/owners.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as rules from '#domains/crm/rules.ts'
import { operation } from '#kernel/operation.ts'

export const crm_convert_lead = operation({
  summary: 'Convert a lead into an opportunity: its contact is linked or created, and its history comes along.',
  description:
    'Needs a name, a client (contact, phone or email) and a business context (amount, estimated value, item or activity); ' +
    'a refusal lists what is missing. Happens once. Returns the lead and the opportunity.',
  rest: 'POST /leads/:lead_id/convert',
  permission: 'crm:write',
  status: 201,
  input: z.strictObject({
    lead_id,
    ...place,
    pipeline: place.pipeline.describe('Pipeline, by name or id. Default: that of opportunities'),
    name: line.optional().describe('Name of the deal. Default: that of the lead'),
    amount: amount.optional(),
    currency: currency.optional(),
    expected_close_date: day.optional().describe('YYYY-MM-DD. Default: in 30 days'),
    ...owner,
    confirmed_contact_id: id.optional().describe('Existing contact to link when the lead has none'),
  }),
  output: z.object({ lead: Lead, opportunity: Opportunity }),

  async run(ctx, { lead_id, pipeline: wanted, stage: wantedStage, owner, owner_id, confirmed_contact_id, ...asked }) {
    const before = await leads.getLocked(ctx, lead_id)
    checkOnce(before)
    await checkMinimums(ctx, before, { ...asked, confirmed_contact_id })
    const { pipeline, stage } = await pipelines.getPlace(ctx, 'opportunities', { pipeline: wanted, stage: wantedStage })
    const agent = await owners.find(ctx, { owner, owner_id })
    const owned = agent?.id ?? before.owner?.id ?? ctx.actor.user_id
    rules.checkOpportunity({ owner: owned })
    const client = await getClient(ctx, before, confirmed_contact_id)

    const inherited = before.estimated_value === null ? pipeline.default_currency : before.currency
    const opportunity = await begin(ctx, stage, {
      name: (asked.name ?? before.name).trim(),
      description: null,
      amount: rules.money(asked.amount ?? before.estimated_value),
      currency: asked.currency === undefined ? inherited : rules.currency(asked.currency),
      expected_close_date: asked.expected_close_date ?? rules.expectedClose(when(ctx)),
      ...attribution.pick(before),
      attribution_detail: before.attribution_detail,
      owner_id: owned,
      contact_id: client.id,
      lead_id,
      custom_attributes: before.custom_attributes,
    })
    await activities.carryOver(ctx, lead_id, opportunity.id)
    await items.carryOver(ctx, lead_id, opportunity.id)
    const patch = { status: 'converted', converted_at: ctx.now, contact_id: client.id, lost_reason: null } as const
    const lead = await changeLead(ctx, before, patch)
    ctx.emit('lead.converted', { lead, changes: { status: { from: before.status, to: 'converted' } } })
    return { lead, opportunity }
  },
})
