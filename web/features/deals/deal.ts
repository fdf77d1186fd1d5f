import type { Lead, Opportunity, Stage } from '#contract/records/crm.ts'

/** A lead or an opportunity, for code that treats them alike. */
export type Deal = ({ kind: 'lead' } & Lead) | ({ kind: 'opportunity' } & Opportunity)
export type Kind = Deal['kind']
export type { Lead, Opportunity, Stage }

export const asLead = (lead: Lead): Deal => ({ ...lead, kind: 'lead' })
export const asOpportunity = (opportunity: Opportunity): Deal => ({ ...opportunity, kind: 'opportunity' })

/** Estimated value of a lead, amount of an opportunity. */
export const amountOf = (deal: Deal) => (deal.kind === 'lead' ? deal.estimated_value : deal.amount)

/** Won, lost or converted. */
export const isClosed = ({ status }: Deal) => status !== 'new' && status !== 'qualified' && status !== 'open'

export const isLost = ({ status }: Pick<Deal, 'status'>) => status === 'unqualified' || status === 'lost'

/** The record as operations on activities and items identify it. */
export const entityOf = ({ kind, id }: Pick<Deal, 'kind' | 'id'>) => ({ entity_type: kind, entity_id: id })
