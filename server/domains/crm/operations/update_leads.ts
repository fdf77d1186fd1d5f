import { z } from 'zod'
import { Lead, lead_statuses } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import { updateEach, checkStageOrStatus } from '#domains/crm/records/bulk-update.ts'
import { updateLead } from '#domains/crm/leads/update-lead.ts'
import { custom_attributes, ownerChange } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as owners from '#domains/crm/records/owners.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import * as rules from '#domains/crm/leads/rules.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_leads = operation({
  summary: 'Update the owner, stage, status or attributes of many leads. If one is refused, none changes.',
  description: 'The error names the refused lead. Timelines and events are the same as for single updates.',
  rest: 'PATCH /leads',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    lead_ids: z.array(id).min(1).max(200).describe('Leads to update, at most 200'),
    ...ownerChange,
    pipeline: line.optional().describe('Move them to this pipeline, by name or id'),
    stage: line.optional().describe('Move them to this stage, by name or id. Default: the first of the pipeline'),
    status: z.enum(lead_statuses).optional().describe('converted only if it has an opportunity'),
    custom_attributes,
  }),
  output: z.object({ items: z.array(Lead).describe('All given leads after the update'), updated_count: z.int() }),

  async run(ctx, { lead_ids, owner, owner_id, pipeline, stage, status, custom_attributes }) {
    checkStageOrStatus({ pipeline, stage, status })
    const before = await leads.getAllLocked(ctx, lead_ids)
    const agent = await owners.find(ctx, { owner, owner_id })
    const isMoved = pipeline !== undefined || stage !== undefined
    const target = isMoved ? await pipelines.getTargetStages(ctx, 'leads', { pipeline, stage }) : undefined
    const attributes = custom_attributes && (await customAttributes.conform(ctx, 'lead_attribute', custom_attributes))
    return updateEach(before, 'lead', async (lead) =>
      updateLead(ctx, lead, {
        ...(agent !== undefined && { owner_id: agent?.id ?? null }),
        ...(target && rules.move(lead, target(lead.pipeline.id))),
        ...(status && rules.setStatus(lead, status)),
        ...(attributes && { custom_attributes: mergeAttributes(lead.custom_attributes, attributes) }),
      }),
    )
  },
})
