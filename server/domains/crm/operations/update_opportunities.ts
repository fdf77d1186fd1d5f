import { z } from 'zod'
import { Opportunity, opportunity_statuses } from '#contract/records/crm.ts'
import { day, id, line } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import { updateEach, checkStageOrStatus } from '#domains/crm/records/bulk-update.ts'
import { updateOpportunity } from '#domains/crm/opportunities/update-opportunity.ts'
import { move, setStatus } from '#domains/crm/opportunities/outcome.ts'
import { custom_attributes, ownerChange } from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import * as owners from '#domains/crm/records/owners.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import * as rules from '#domains/crm/opportunities/rules.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_opportunities = operation({
  summary:
    'Update the owner, stage, outcome, close date, probability or attributes of many opportunities. If one is refused, none changes.',
  description: 'The error names the refused opportunity. Timelines and events are the same as for single updates.',
  rest: 'PATCH /opportunities',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    opportunity_ids: z.array(id).min(1).max(200).describe('Opportunities to update, at most 200'),
    ...ownerChange,
    pipeline: line.optional().describe('Move them to this pipeline, by name or id'),
    stage: line.optional().describe('Move them to this stage, by name or id. Default: the first of the pipeline'),
    status: z.enum(opportunity_statuses).optional().describe('open reopens, won and lost close'),
    lost_reason: line.optional().describe('Name of a lost reason; required for a loss'),
    expected_close_date: day.optional().describe('YYYY-MM-DD'),
    probability: z.int().min(0).max(100).optional().describe('Probability of winning in percent; only while open'),
    custom_attributes,
  }),
  output: z.object({
    items: z.array(Opportunity).describe('All given opportunities after the update'),
    updated_count: z.int(),
  }),

  async run(ctx, { opportunity_ids, owner, owner_id, pipeline, stage, status, lost_reason, ...rest }) {
    const { expected_close_date, probability, custom_attributes } = rest
    checkStageOrStatus({ pipeline, stage, status })
    const before = await opportunities.getAllLocked(ctx, opportunity_ids)
    const agent = await owners.find(ctx, { owner, owner_id })
    if (agent !== undefined) rules.checkMandatory({ owner: agent })
    const isMoved = pipeline !== undefined || stage !== undefined
    const target = isMoved ? await pipelines.getTargetStages(ctx, 'opportunities', { pipeline, stage }) : undefined
    const attributes =
      custom_attributes && (await customAttributes.conform(ctx, 'opportunity_attribute', custom_attributes))
    return updateEach(before, 'opportunity', async (deal) => {
      const outcome = target
        ? await move(ctx, deal, target(deal.pipeline.id), lost_reason)
        : await setStatus(ctx, deal, status, lost_reason)
      rules.checkProbability(outcome.status ?? deal.status, probability)
      const patch = {
        ...(agent && { owner_id: agent.id }),
        ...(expected_close_date && { expected_close_date }),
        ...(attributes && { custom_attributes: mergeAttributes(deal.custom_attributes, attributes) }),
        ...outcome,
        ...(probability !== undefined && { probability }),
      }
      return updateOpportunity(ctx, deal, patch, { body: outcome.lost_reason })
    })
  },
})
