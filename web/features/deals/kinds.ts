import type { Lead, Opportunity, Pipeline } from '#contract/records/crm.ts'
import { asLead, asOpportunity, type Deal } from './deal.ts'

export const kinds = ['leads', 'opportunities'] as const
export type Kind = (typeof kinds)[number]

export const listing = { leads: 'crm_list_leads', opportunities: 'crm_list_opportunities' } as const
export const entities = { leads: 'lead', opportunities: 'opportunity' } as const

export const holdsKind = (pipeline: Pick<Pipeline, 'kind'>, kind: Kind) =>
  pipeline.kind === kind || pipeline.kind === 'mixed'

/** Tells leads and opportunities of a list apart. */
export const asDeal = (record: Lead | Opportunity): Deal =>
  'expected_close_date' in record ? asOpportunity(record) : asLead(record)

/** The source as entered, else from the tracking parameters. */
export const sourceOf = (record: Lead | Opportunity) =>
  ('source' in record ? record.source : null) ?? record.utm_source ?? undefined
