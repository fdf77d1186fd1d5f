import { z } from 'zod'
import { Opportunity, opportunity_statuses } from '#contract/records/crm.ts'
import { id, line, text } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as attribution from '#domains/crm/attribution/rules.ts'
import { updateOpportunity } from '#domains/crm/opportunities/update-opportunity.ts'
import { setStatus } from '#domains/crm/opportunities/outcome.ts'
import {
  amount,
  currency,
  custom_attributes,
  dayOrNothing,
  opportunity_id,
  ownerChange,
  utm,
} from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import * as rules from '#domains/crm/opportunities/rules.ts'
import * as owners from '#domains/crm/records/owners.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const crm_update_opportunity = operation({
  summary: 'Update an opportunity. Only the given fields change; an empty string clears one.',
  description:
    'Status open reopens it, won and lost close it; lost needs lost_reason, one of list_crm_lost_reasons. A new owner is notified by e-mail. ' +
    'Move stages with crm_move_opportunity_stage. Returns the opportunity.',
  rest: 'PATCH /opportunities/:opportunity_id',
  permission: 'crm:write',
  tool: { without: ['custom_attributes'] },
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    opportunity_id,
    name: line.optional().describe('Name of the deal'),
    description: text.nullable().optional().describe('Description of the deal'),
    amount: amount.nullable().optional().describe('Amount, as a number'),
    currency: currency.optional(),
    expected_close_date: dayOrNothing.nullable().optional().describe('YYYY-MM-DD'),
    probability: z.int().min(0).max(100).optional().describe('Probability of winning in percent; only while open'),
    status: z.enum(opportunity_statuses).optional().describe('open, won or lost'),
    lost_reason: line.nullable().optional().describe('Name of a lost reason'),
    ...ownerChange,
    contact_id: id.nullable().optional().describe('Contact of the client'),
    ...utm,
    custom_attributes,
  }),
  output: Opportunity,

  async run(
    ctx,
    { opportunity_id, probability, status, lost_reason, owner, owner_id, contact_id, custom_attributes, ...input },
  ) {
    const before = await opportunities.getLocked(ctx, opportunity_id)
    const fields = rules.clean(input)
    const agent = await owners.find(ctx, { owner, owner_id })
    if (agent !== undefined) rules.checkMandatory({ owner: agent })
    if (contact_id !== undefined) rules.checkMandatory({ contact: contact_id && (await contacts.get(ctx, contact_id)) })
    rules.checkProbability(status ?? before.status, probability)
    const utm = attribution.revise(before, input, undefined, author(ctx.actor), ctx.now)
    const attributes =
      custom_attributes && (await customAttributes.conform(ctx, 'opportunity_attribute', custom_attributes))
    return updateOpportunity(ctx, before, {
      ...fields,
      ...(utm !== before && attribution.pickColumns(utm)),
      ...(agent && { owner_id: agent.id }),
      ...(contact_id && { contact_id }),
      ...(attributes && { custom_attributes: mergeAttributes(before.custom_attributes, attributes) }),
      ...(await setStatus(ctx, before, status, lost_reason)),
      ...(probability !== undefined && { probability }),
    })
  },
})
