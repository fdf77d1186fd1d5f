import { z } from 'zod'
import { Opportunity, opportunity_statuses } from '#contract/records/crm.ts'
import { day, id, line } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import { changeEach, checkOneWay } from '#domains/crm/bulk.ts'
import { changeOpportunity } from '#domains/crm/changing.ts'
import { move, settle } from '#domains/crm/closing.ts'
import { custom_attributes, ownerChange } from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import * as owners from '#domains/crm/owners.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as rules from '#domains/crm/rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_opportunities = operation({
  summary:
    'Change owner, stage, outcome, close date or attributes of many opportunities at once: all of them, or none when one is refused.',
  description:
    'A refusal names the opportunity. Each change is kept on its timeline and told as if it were made alone.',
  rest: 'PATCH /opportunities',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    opportunity_ids: z.array(id).min(1).max(200).describe('Which opportunities, at most 200'),
    ...ownerChange,
    pipeline: line.optional().describe('Move them to this pipeline, by name or id'),
    stage: line.optional().describe('Move them to this stage, by name or id. Default: the first of the pipeline'),
    status: z.enum(opportunity_statuses).optional().describe('open reopens, won and lost close'),
    lost_reason: line.optional().describe('Name of an account lost reason; needed for what is lost'),
    expected_close_date: day.optional().describe('YYYY-MM-DD'),
    custom_attributes,
  }),
  output: z.object({ items: z.array(Opportunity).describe('All of them, as they are now'), updated_count: z.int() }),

  async run(ctx, { opportunity_ids, owner, owner_id, pipeline, stage, status, lost_reason, ...rest }) {
    const { expected_close_date, custom_attributes } = rest
    checkOneWay({ pipeline, stage, status })
    const before = await opportunities.getAllLocked(ctx, opportunity_ids)
    const agent = await owners.find(ctx, { owner, owner_id })
    if (agent !== undefined) rules.checkOpportunity({ owner: agent })
    const isMoved = pipeline !== undefined || stage !== undefined
    const target = isMoved ? await pipelines.getTargets(ctx, 'opportunities', { pipeline, stage }) : undefined
    return changeEach(before, 'opportunity', async (deal) => {
      const moved = target
        ? await move(ctx, deal, target(deal.pipeline.id), lost_reason)
        : await settle(ctx, deal, status, lost_reason)
      const patch = {
        ...(agent && { owner_id: agent.id }),
        ...(expected_close_date && { expected_close_date }),
        ...(custom_attributes && { custom_attributes: mergeAttributes(deal.custom_attributes, custom_attributes) }),
        ...moved,
      }
      return changeOpportunity(ctx, deal, patch, { body: moved.lost_reason })
    })
  },
})
