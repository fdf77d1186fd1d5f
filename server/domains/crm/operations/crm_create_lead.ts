import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { attributes, id, line } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as attribution from '#domains/crm/attribution/rules.ts'
import { leadFields, owner, place } from '#domains/crm/inputs.ts'
import * as rules from '#domains/crm/leads/rules.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as owners from '#domains/crm/records/owners.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { checkRequired } from '#domains/crm/pipelines/required-fields-rules.ts'
import * as history from '#domains/crm/records/stage-history.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const crm_create_lead = operation({
  summary: 'Create a lead, by default in the first stage of the default leads pipeline.',
  description:
    'Pipelines and stages: crm_list_pipelines. A known source label sets utm_source and utm_medium; given utm values win. ' +
    'A referral needs attribution_detail. Returns the lead with its url.',
  rest: 'POST /leads',
  permission: 'crm:write',
  tool: { without: ['custom_attributes'] },
  status: 201,
  repeat: ['name', 'email', 'phone', 'contact_id', 'company_name', 'pipeline'],
  input: z.strictObject({
    ...place,
    pipeline: place.pipeline.describe('Pipeline, by name or id. Default: the default for leads'),
    name: line.describe('Name of the lead'),
    ...leadFields,
    ...owner,
    contact_id: id.optional().describe('Contact of the lead'),
    custom_attributes: attributes.optional().describe('Custom attributes, by key'),
  }),
  output: Lead,

  async run(
    ctx,
    { pipeline: wanted, stage: wantedStage, owner, owner_id, contact_id, custom_attributes: given = {}, ...input },
  ) {
    const { actor, now } = ctx
    const custom_attributes = mergeAttributes({}, await customAttributes.conform(ctx, 'lead_attribute', given))
    const fields = rules.clean(input, actor.account.country)
    rules.checkReferral({ ...input, ...fields })
    const { pipeline, stage } = await pipelines.resolveStage(ctx, 'leads', { pipeline: wanted, stage: wantedStage })
    const agent = await owners.find(ctx, { owner, owner_id })
    const contact = contact_id === undefined ? undefined : await contacts.get(ctx, contact_id)
    const detected = attribution.detect(fields.source, custom_attributes, contact?.custom_attributes ?? {})
    const lead = await leads.insert(ctx, {
      company_name: null,
      email: null,
      phone: null,
      source: null,
      attribution_detail: null,
      estimated_value: null,
      currency: pipeline.default_currency,
      ...fields,
      name: fields.name!,
      ...attribution.initial(input, detected, now),
      owner_id: agent ? agent.id : owners.defaultOwner(ctx),
      contact_id: contact?.id ?? null,
      pipeline_id: pipeline.id,
      stage_id: stage.id,
      status: rules.initialStatus(stage.type),
      custom_attributes,
    })
    checkRequired('lead', lead, stage.required_fields)
    await history.enterStage(ctx, { type: 'lead', id: lead.id }, lead, now)
    ctx.emit('lead.created', { lead })
    return lead
  },
})
