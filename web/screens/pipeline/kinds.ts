import type { Lead, Opportunity, Pipeline } from '#contract/records/crm.ts'
import { asLead, asOpportunity, type Deal } from './deal/deal.ts'

/** What a board shows. */
export const kinds = ['leads', 'opportunities'] as const
export type Kind = (typeof kinds)[number]

/** The operations about one kind or the other. */
export const listing = { leads: 'crm_list_leads', opportunities: 'crm_list_opportunities' } as const
export const entities = { leads: 'lead', opportunities: 'opportunity' } as const

export const isHolding = (pipeline: Pick<Pipeline, 'kind'>, kind: Kind) =>
  pipeline.kind === kind || pipeline.kind === 'mixed'

/** A lead or a deal as a list answers with it, told apart. */
export const asDeal = (record: Lead | Opportunity): Deal =>
  'expected_close_date' in record ? asOpportunity(record) : asLead(record)

/** Where it came from, as somebody called it or as its link said. */
export const sourceOf = (record: Lead | Opportunity) =>
  ('source' in record ? record.source : null) ?? record.utm_source ?? undefined
