import { useRead } from '#web/app/query.ts'
import type { ConditionField } from '#web/features/conditions/condition-fields.tsx'
import { useCampaignWords } from './words.ts'

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

/** The contact fields a condition can use, including custom fields. */
export function useContactFields(): ContactFields {
  const { fields: names } = useCampaignWords().condition
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
