import type { Pipeline } from '#contract/records/crm.ts'

const both = ['owner', 'contact', 'utm_source', 'utm_medium', 'utm_campaign', 'attribution_detail']
const ofLeads = ['company_name', 'email', 'phone', 'source', 'estimated_value']
const ofOpportunities = ['amount', 'description']

/** What a stage of such a pipeline can ask for, besides attributes; what is asked for most stands first. */
export function fieldsFor(kind: Pipeline['kind']): string[] {
  const leads = kind === 'opportunities' ? [] : ofLeads
  const opportunities = kind === 'leads' ? [] : ofOpportunities
  return [...opportunities, ...leads, ...both]
}

/** An attribute as a stage asks for it, by the key somebody wrote. */
export function attributeField(key: string): string | undefined {
  const plain = key.trim().replace(/^custom_attributes\./, '')
  return plain ? `custom_attributes.${plain}` : undefined
}
