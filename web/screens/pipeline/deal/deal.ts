import type { Lead, Opportunity, Stage } from '#contract/records/crm.ts'

/** A lead or an opportunity, where both are treated alike. */
export type Deal = ({ kind: 'lead' } & Lead) | ({ kind: 'opportunity' } & Opportunity)
export type Kind = Deal['kind']
export type { Lead, Opportunity, Stage }

export const asLead = (lead: Lead): Deal => ({ ...lead, kind: 'lead' })
export const asOpportunity = (opportunity: Opportunity): Deal => ({ ...opportunity, kind: 'opportunity' })

/** What it is worth, or may be. */
export const amountOf = (deal: Deal) => (deal.kind === 'lead' ? deal.estimated_value : deal.amount)

/** Nothing more happens to it by itself: it was won, lost or converted. */
export const isClosed = ({ status }: Deal) => status !== 'new' && status !== 'qualified' && status !== 'open'

export const isLost = ({ status }: Pick<Deal, 'status'>) => status === 'unqualified' || status === 'lost'

/** Which record an operation about activities or items means. */
export const entityOf = ({ kind, id }: Pick<Deal, 'kind' | 'id'>) => ({ entity_type: kind, entity_id: id })
