import type { Pipeline } from '#contract/records/crm.ts'
import { requirable } from '#web/features/deals/required-fields.ts'

/** The fields a stage of this kind of pipeline can require, most common first. */
export function fieldsFor(kind: Pipeline['kind']): string[] {
  const leads = kind === 'opportunities' ? [] : requirable.lead
  const opportunities = kind === 'leads' ? [] : requirable.opportunity
  return [...new Set([...opportunities, ...leads])]
}

/** The required-field name of a custom field's key. */
export function attributeField(key: string): string | undefined {
  const plain = key.trim().replace(/^custom_attributes\./, '')
  return plain ? `custom_attributes.${plain}` : undefined
}
