import type { ConditionField } from '#web/features/conditions/condition-fields.tsx'
import { toAttributeField } from '#web/features/conditions/attribute-condition.ts'
import type { FieldKind } from '#web/features/conditions/operators.ts'
import { useRead } from '#web/app/query.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

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
  first_inbox_id: 'choice',
  origin: 'text',
  medium: 'text',
  campaign: 'text',
  origin_or_channel: 'text',
} as const satisfies Record<string, FieldKind>

/** The fields that conditions can use: those of a contact and the workspace's custom fields. */
export function useContactFields(): Record<string, ConditionField> {
  const { fields: names } = useContactsScreenWords().filters
  const { data } = useRead('list_custom_attributes', {})
  const inboxes = (useRead('list_inboxes', {}).data?.items ?? []).map(({ id, name }) => ({ id, name }))
  const own = (Object.keys(kinds) as (keyof typeof kinds)[]).map((field) => {
    const choices = field === 'first_inbox_id' ? { choices: inboxes } : {}
    return [field, { name: names[field], kind: kinds[field], ...choices }] as const
  })
  const defined = (data?.items ?? []).filter(({ model }) => model === 'contact_attribute')
  return Object.fromEntries([...own, ...defined.map(toAttributeField)])
}
