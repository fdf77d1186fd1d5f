import type { ConditionField } from '#web/parts/conditions/condition-fields.tsx'
import { useRead } from '#web/query.ts'
import { useSettingsWords } from '#web/screens/settings/words.ts'

export type ContactFields = Record<string, ConditionField>

const kinds = {
  name: 'text',
  email: 'text',
  phone_number: 'text',
  city: 'text',
  country: 'text',
  company_name: 'text',
  job_title: 'text',
  labels: 'titles',
  created_at: 'moment',
  last_activity_at: 'moment',
} as const

/** What of a contact can be asked for: its own fields, and the attributes this workspace defined. */
export function useContactFields(): ContactFields {
  const { fields: names } = useSettingsWords().campaigns.condition
  const { data } = useRead('list_custom_attributes', {})
  const own = (Object.keys(kinds) as (keyof typeof kinds)[]).map(
    (field) => [field, { name: names[field], kind: kinds[field] }] as const,
  )
  const defined = (data?.items ?? []).filter(({ model }) => model === 'contact_attribute')
  const more = defined.map(
    ({ key, display_name }) => [`custom_attributes.${key}`, { name: display_name, kind: 'attribute' }] as const,
  )
  return Object.fromEntries([...own, ...more])
}
