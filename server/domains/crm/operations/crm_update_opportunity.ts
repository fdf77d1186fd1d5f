import { z } from 'zod'
import { Opportunity, opportunity_statuses } from '#contract/records/crm.ts'
import { id, line, text } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as attribution from '#domains/crm/attribution-rules.ts'
import { changeOpportunity } from '#domains/crm/changing.ts'
import { settle } from '#domains/crm/closing.ts'
import {
  amount,
  currency,
  custom_attributes,
  dayOrNothing,
  opportunity_id,
  ownerChange,
  utm,
} from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import { clean } from '#domains/crm/opportunity-rules.ts'
import * as owners from '#domains/crm/owners.ts'
import * as rules from '#domains/crm/rules.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const crm_update_opportunity = operation({
  summary: 'Change fields of an opportunity; only those given change, and an empty string clears one.',
  description:
    'Setting status=open reopens it, won and lost close it; lost needs lost_reason, one of list_crm_lost_reasons. A new owner is told by e-mail. ' +
    'Stages change with crm_move_opportunity_stage. Returns the opportunity.',
  rest: 'PATCH /opportunities/:opportunity_id',
  permission: 'crm:write',
  tool: { without: ['custom_attributes'] },
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    opportunity_id,
    name: line.optional().describe('Name of the deal'),
    description: text.nullable().optional().describe('What it is about'),
    amount: amount.nullable().optional().describe('Amount, as a number'),
    currency: currency.optional(),
    expected_close_date: dayOrNothing.nullable().optional().describe('YYYY-MM-DD'),
    probability: z.int().min(0).max(100).optional().describe('Of winning, in percent; only while open'),
    status: z.enum(opportunity_statuses).optional().describe('open, won or lost'),
    lost_reason: line.nullable().optional().describe('Name of an account lost reason'),
    ...ownerChange,
    contact_id: id.nullable().optional().describe('The client'),
    ...utm,
    custom_attributes,
  }),
  output: Opportunity,

  async run(
    ctx,
    { opportunity_id, probability, status, lost_reason, owner, owner_id, contact_id, custom_attributes, ...sent },
  ) {
    const before = await opportunities.getLocked(ctx, opportunity_id)
    const fields = clean(sent)
    const agent = await owners.find(ctx, { owner, owner_id })
    if (agent !== undefined) rules.checkOpportunity({ owner: agent })
    if (contact_id !== undefined)
      rules.checkOpportunity({ contact: contact_id && (await contacts.get(ctx, contact_id)) })
    rules.checkProbability(status ?? before.status, probability)
    const utm = attribution.revise(before, sent, undefined, author(ctx.actor), ctx.now)
    return changeOpportunity(ctx, before, {
      ...fields,
      ...(utm !== before && attribution.pick(utm)),
      ...(agent && { owner_id: agent.id }),
      ...(contact_id && { contact_id }),
      ...(custom_attributes && { custom_attributes: mergeAttributes(before.custom_attributes, custom_attributes) }),
      ...(await settle(ctx, before, status, lost_reason)),
      ...(probability !== undefined && { probability }),
    })
  },
})
