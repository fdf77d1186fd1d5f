import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { attributes, day, id, line, text } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as attribution from '#domains/crm/attribution-rules.ts'
import { amount, currency, owner, place, utm } from '#domains/crm/inputs.ts'
import { clean } from '#domains/crm/opportunity-rules.ts'
import { begin } from '#domains/crm/opening.ts'
import * as owners from '#domains/crm/owners.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as rules from '#domains/crm/rules.ts'
import { operation } from '#kernel/operation.ts'

export const crm_create_opportunity = operation({
  summary: 'Create an opportunity (deal). It needs a contact, an expected close date and an owner.',
  description:
    'Find the contact with search_contacts, pipelines and stages with crm_list_pipelines. Returns the opportunity with its url.',
  rest: 'POST /opportunities',
  permission: 'crm:write',
  tool: { without: ['custom_attributes'] },
  status: 201,
  input: z.strictObject({
    ...place,
    pipeline: place.pipeline.describe('Pipeline, by name or id. Default: that of opportunities'),
    name: line.describe('Name of the deal'),
    description: text.nullable().optional().describe('What it is about'),
    amount: amount.nullable().optional().describe('Amount, as a number'),
    currency: currency.optional(),
    expected_close_date: day.optional().describe('When it should close, YYYY-MM-DD; needed'),
    owner: owner.owner.describe('Agent, by name, e-mail or id. Default: you'),
    owner_id: owner.owner_id,
    contact_id: id.describe('The client'),
    ...utm,
    custom_attributes: attributes.optional().describe('Custom attributes, by key'),
  }),
  output: Opportunity,

  async run(
    ctx,
    { pipeline: wanted, stage: wantedStage, owner, owner_id, contact_id, custom_attributes: given = {}, ...sent },
  ) {
    const { actor, now } = ctx
    const custom_attributes = mergeAttributes({}, given)
    const fields = clean(sent)
    rules.checkOpportunity({ expected_close_date: fields.expected_close_date })
    const { pipeline, stage } = await pipelines.getPlace(ctx, 'opportunities', { pipeline: wanted, stage: wantedStage })
    const agent = await owners.find(ctx, { owner, owner_id })
    const owned = agent?.id ?? actor.user_id
    rules.checkOpportunity({ owner: owned })
    const contact = await contacts.get(ctx, contact_id)
    const found = attribution.find(undefined, custom_attributes, contact.custom_attributes)
    return begin(ctx, stage, {
      description: null,
      amount: null,
      currency: pipeline.default_currency,
      attribution_detail: null,
      ...fields,
      name: fields.name!,
      expected_close_date: fields.expected_close_date!,
      ...attribution.begin(sent, found, now),
      owner_id: owned,
      contact_id,
      lead_id: null,
      custom_attributes,
    })
  },
})
