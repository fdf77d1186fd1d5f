import type { CustomAttribute } from '#contract/records/workspace.ts'
import type { ConditionField } from './condition-fields.tsx'
import type { FieldKind } from './operators.ts'

/** A custom field as conditions on its record use it, by its name in filters. */
export const toAttributeField = ({ key, display_name: name, type, values }: CustomAttribute) => {
  const choices = values.map((value) => ({ id: value, name: value }))
  const field: ConditionField = type === 'list' ? { name, kind: 'choice', choices } : { name, kind: kindOfType[type] }
  return [`custom_attributes.${key}`, field] as const
}

const kindOfType = {
  text: 'attribute',
  link: 'attribute',
  date: 'attribute',
  list: 'choice',
  number: 'number',
  currency: 'number',
  percent: 'number',
  checkbox: 'boolean',
} as const satisfies Record<CustomAttribute['type'], FieldKind>
