import type { EntityType, Lead, Opportunity } from '#contract/records/crm.ts'
import * as leads from '#domains/crm/leads.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import type { Context } from '#kernel/operation.ts'

/** The lead or opportunity meant, if the caller may see it. */
export function getEntity(ctx: Context, type: EntityType, id: string): Promise<Lead | Opportunity> {
  return type === 'lead' ? leads.get(ctx, id) : opportunities.get(ctx, id)
}
