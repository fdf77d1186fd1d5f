import type { Stage } from '#contract/records/crm.ts'
import type { Deal } from './deal.ts'

const both = ['owner', 'contact', 'utm_source', 'utm_medium', 'utm_campaign', 'attribution_detail'] as const

/** The fields a stage can require of each kind of record, most common first. */
export const requirable = {
  lead: ['company_name', 'email', 'phone', 'source', 'estimated_value', ...both],
  opportunity: ['amount', 'description', ...both],
} as const

const ATTRIBUTE = 'custom_attributes.'

/** The key of a required custom field. */
export const attributeKey = (field: string) => (field.startsWith(ATTRIBUTE) ? field.slice(ATTRIBUTE.length) : undefined)

/** The fields a record lacks to enter a stage. */
export function missingFields(deal: Deal, { required_fields }: Pick<Stage, 'required_fields'>): string[] {
  return required_fields.filter((field) => {
    const key = attributeKey(field)
    const applies = key !== undefined || (requirable[deal.kind] as readonly string[]).includes(field)
    const value = key === undefined ? deal[field as keyof Deal] : deal.custom_attributes[key]
    return applies && (value == null || (typeof value === 'string' && value.trim() === ''))
  })
}
