import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { attributes, day, id, line, text } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as attribution from '#domains/crm/attribution/rules.ts'
import { amount, currency, owner, place, utm } from '#domains/crm/inputs.ts'
import * as rules from '#domains/crm/opportunities/rules.ts'
import { createOpportunity } from '#domains/crm/opportunities/create-opportunity.ts'
import * as owners from '#domains/crm/records/owners.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const crm_create_opportunity = operation({
  summary: 'Create an opportunity (deal). It needs a contact, an expected close date and an owner.',
  description:
    'Find the contact with search_contacts, pipelines and stages with crm_list_pipelines. Returns the opportunity with its url.',
  rest: 'POST /opportunities',
  permission: 'crm:write',
  tool: { without: ['custom_attributes'] },
  status: 201,
  repeat: ['name', 'contact_id', 'pipeline'],
  input: z.strictObject({
    ...place,
    pipeline: place.pipeline.describe('Pipeline, by name or id. Default: the default for opportunities'),
    name: line.describe('Name of the deal'),
    description: text.nullable().optional().describe('Description of the deal'),
    amount: amount.nullable().optional().describe('Amount, as a number'),
    currency: currency.optional(),
    expected_close_date: day.optional().describe('Expected close date, YYYY-MM-DD; required'),
    owner: owner.owner.describe('Agent, by name, e-mail or id. Default: you'),
    owner_id: owner.owner_id,
    contact_id: id.describe('Contact of the client'),
    ...utm,
    custom_attributes: attributes.optional().describe('Custom attributes, by key'),
  }),
  output: Opportunity,

  async run(
    ctx,
    { pipeline: wanted, stage: wantedStage, owner, owner_id, contact_id, custom_attributes: given = {}, ...input },
  ) {
    const { actor, now } = ctx
    const custom_attributes = mergeAttributes({}, await customAttributes.conform(ctx, 'opportunity_attribute', given))
    const fields = rules.clean(input)
    rules.checkMandatory({ expected_close_date: fields.expected_close_date })
    const { pipeline, stage } = await pipelines.resolveStage(ctx, 'opportunities', {
      pipeline: wanted,
      stage: wantedStage,
    })
    const agent = await owners.find(ctx, { owner, owner_id })
    const owner_user_id = agent?.id ?? actor.user_id
    rules.checkMandatory({ owner: owner_user_id })
    const contact = await contacts.get(ctx, contact_id)
    const detected = attribution.detect(undefined, custom_attributes, contact.custom_attributes)
    return createOpportunity(ctx, stage, {
      description: null,
      amount: null,
      currency: pipeline.default_currency,
      attribution_detail: null,
      ...fields,
      name: fields.name!,
      expected_close_date: fields.expected_close_date!,
      ...attribution.initial(input, detected, now),
      owner_id: owner_user_id,
      contact_id,
      lead_id: null,
      custom_attributes,
    })
  },
})
