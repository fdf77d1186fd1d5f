import type { EntityType, Lead, Opportunity } from '#contract/records/crm.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import type { Context } from '#kernel/operation.ts'

/** The lead or opportunity, if the caller may see it. */
export function getRecord(ctx: Context, type: EntityType, id: string): Promise<Lead | Opportunity> {
  return type === 'lead' ? leads.get(ctx, id, 'entity_id') : opportunities.get(ctx, id, 'entity_id')
}

/** The same, locked until the transaction ends, so that it is not merged or deleted meanwhile. */
export function getRecordLocked(ctx: Context, type: EntityType, id: string): Promise<Lead | Opportunity> {
  return type === 'lead' ? leads.getLocked(ctx, id, 'entity_id') : opportunities.getLocked(ctx, id, 'entity_id')
}
