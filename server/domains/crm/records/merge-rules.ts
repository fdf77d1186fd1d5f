import type { Lead, Opportunity } from '#contract/records/crm.ts'
import * as attribution from '#domains/crm/attribution/rules.ts'
import { reject } from '#kernel/problem.ts'

/** Columns the remaining lead takes over from the duplicate: only those it lacks. */
export function fillLead(kept: Lead, other: Lead) {
  return {
    ...filled(kept, other, ['company_name', 'email', 'phone', 'source', 'attribution_detail']),
    ...(kept.estimated_value === null &&
      other.estimated_value !== null && { estimated_value: other.estimated_value, currency: other.currency }),
    ...shared(kept, other),
  }
}

/** The same for an opportunity, including the lead it was converted from. */
export function fillOpportunity(kept: Opportunity, other: Opportunity) {
  return {
    ...filled(kept, other, ['description', 'amount', 'attribution_detail']),
    ...(!kept.lead && other.lead && { lead_id: other.lead.id }),
    ...shared(kept, other),
  }
}

/** Attribution is taken over as a whole, never mixed from both records. */
function shared(kept: Lead | Opportunity, other: Lead | Opportunity) {
  const lacksAttribution = !attribution.hasAny(kept) && attribution.hasAny(other)
  const utm_auto = kept.utm_auto ?? other.utm_auto
  return {
    ...(lacksAttribution && { ...attribution.pickColumns(other), utm_auto }),
    ...(!kept.owner && other.owner && { owner_id: other.owner.id }),
    ...(!kept.contact && other.contact && { contact_id: other.contact.id }),
    custom_attributes: { ...other.custom_attributes, ...kept.custom_attributes },
  }
}

function filled<R, F extends keyof R>(kept: R, other: R, fields: readonly F[]): Partial<Pick<R, F>> {
  const lacking = fields.filter((field) => kept[field] === null && other[field] !== null)
  return Object.fromEntries(lacking.map((field) => [field, other[field]])) as Partial<Pick<R, F>>
}

/** A converted lead must remain, because its opportunity refers to it. */
export function checkLeads(kept: Lead, other: Lead): void {
  if (!isConverted(other)) return
  const sentence = isConverted(kept)
    ? 'Both leads were converted; merge their opportunities with merge_opportunities instead.'
    : `Lead ${other.id} was converted; keep that one and merge lead ${kept.id} into it.`
  reject('invalid_state', sentence, 'other_lead_id')
}

function isConverted({ status, opportunity }: Lead): boolean {
  return status === 'converted' || opportunity !== null
}

/** Amounts in different currencies cannot be compared, and a merge must not undo an outcome. */
export function checkOpportunities(kept: Opportunity, other: Opportunity): void {
  const field = 'other_opportunity_id'
  if (kept.currency !== other.currency) {
    const sentence = `One is in ${kept.currency} and the other in ${other.currency}; change the currency of one with crm_update_opportunity first.`
    reject('invalid_value', sentence, field)
  }
  if (other.status !== 'open' && other.status !== kept.status) {
    const sentence = `Opportunity ${other.id} is ${other.status}; keep that one and merge opportunity ${kept.id} into it, or reopen it first.`
    reject('invalid_state', sentence, field)
  }
}
