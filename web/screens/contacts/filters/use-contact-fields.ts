import type { CustomAttribute } from '#contract/records/workspace.ts'
import type { ConditionField } from '#web/parts/conditions/condition-fields.tsx'
import type { FieldKind } from '#web/parts/conditions/operators.ts'
import { useRead } from '#web/query.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'

const kinds = {
  name: 'text',
  email: 'text',
  phone_number: 'text',
  identifier: 'text',
  city: 'text',
  country: 'text',
  company_name: 'text',
  job_title: 'text',
  bio: 'text',
  labels: 'titles',
  blocked: 'boolean',
  created_at: 'moment',
  updated_at: 'moment',
  last_activity_at: 'moment',
} as const satisfies Record<string, FieldKind>

/** What of a contact can be asked for: its own fields, and the attributes this workspace defined. */
export function useContactFields(): Record<string, ConditionField> {
  const { fields: names } = useContactWords().filters
  const { data } = useRead('list_custom_attributes', {})
  const own = (Object.keys(kinds) as (keyof typeof kinds)[]).map(
    (field) => [field, { name: names[field], kind: kinds[field] }] as const,
  )
  const defined = (data?.items ?? []).filter(({ model }) => model === 'contact_attribute')
  return Object.fromEntries([...own, ...defined.map(asField)])
}

const asField = ({ key, display_name: name, type, values }: CustomAttribute) => {
  const choices = values.map((value) => ({ id: value, name: value }))
  const field: ConditionField = type === 'list' ? { name, kind: 'choice', choices } : { name, kind: ofType[type] }
  return [`custom_attributes.${key}`, field] as const
}

const ofType = {
  text: 'attribute',
  link: 'attribute',
  date: 'attribute',
  list: 'choice',
  number: 'number',
  currency: 'number',
  percent: 'number',
  checkbox: 'boolean',
} as const satisfies Record<CustomAttribute['type'], FieldKind>
