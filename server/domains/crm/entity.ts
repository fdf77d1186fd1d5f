import type { EntityType, Lead, Opportunity } from '#contract/records/crm.ts'
import * as leads from '#domains/crm/leads.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import type { Context } from '#kernel/operation.ts'

/** The lead or opportunity meant, if the caller may see it. */
export function getEntity(ctx: Context, type: EntityType, id: string): Promise<Lead | Opportunity> {
  return type === 'lead' ? leads.get(ctx, id, 'entity_id') : opportunities.get(ctx, id, 'entity_id')
}

/** The same, held until the transaction ends: it is not merged or thrown away under what is said about it. */
export function getEntityLocked(ctx: Context, type: EntityType, id: string): Promise<Lead | Opportunity> {
  return type === 'lead' ? leads.getLocked(ctx, id, 'entity_id') : opportunities.getLocked(ctx, id, 'entity_id')
}
