import { z } from 'zod'
import { Lead, lead_statuses } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import { changeEach, checkOneWay } from '#domains/crm/bulk.ts'
import { changeLead } from '#domains/crm/changing.ts'
import { custom_attributes, ownerChange } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads.ts'
import * as owners from '#domains/crm/owners.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as rules from '#domains/crm/rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_leads = operation({
  summary: 'Change owner, stage, status or attributes of many leads at once: all of them, or none when one is refused.',
  description: 'A refusal names the lead. Each change is kept on its timeline and told as if it were made alone.',
  rest: 'PATCH /leads',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    lead_ids: z.array(id).min(1).max(200).describe('Which leads, at most 200'),
    ...ownerChange,
    pipeline: line.optional().describe('Move them to this pipeline, by name or id'),
    stage: line.optional().describe('Move them to this stage, by name or id. Default: the first of the pipeline'),
    status: z.enum(lead_statuses).optional().describe('converted only where it has an opportunity'),
    custom_attributes,
  }),
  output: z.object({ items: z.array(Lead).describe('All of them, as they are now'), updated_count: z.int() }),

  async run(ctx, { lead_ids, owner, owner_id, pipeline, stage, status, custom_attributes }) {
    checkOneWay({ pipeline, stage, status })
    const before = await leads.getAllLocked(ctx, lead_ids)
    const agent = await owners.find(ctx, { owner, owner_id })
    const isMoved = pipeline !== undefined || stage !== undefined
    const target = isMoved ? await pipelines.getTargets(ctx, 'leads', { pipeline, stage }) : undefined
    return changeEach(before, 'lead', async (lead) =>
      changeLead(ctx, lead, {
        ...(agent !== undefined && { owner_id: agent?.id ?? null }),
        ...(target && rules.moveLead(lead, target(lead.pipeline.id))),
        ...(status && rules.setLeadStatus(lead, status)),
        ...(custom_attributes && { custom_attributes: mergeAttributes(lead.custom_attributes, custom_attributes) }),
      }),
    )
  },
})
