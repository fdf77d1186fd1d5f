import type { Account } from '#contract/records/access.ts'
import type { Label } from '#contract/records/label.ts'
import { attribute_types, type CannedResponse, type CustomAttribute } from '#contract/records/workspace.ts'

/** A label as classic clients know it. */
export function classicLabel({ id, title, description, color }: Label) {
  return { id: Number(id), title, description, color, show_on_sidebar: true }
}

/** A canned response as classic clients know it; its times are ISO-8601. */
export function classicCannedResponse(response: CannedResponse, account: Account) {
  const { id, short_code, content, created_at, updated_at } = response
  return { id: Number(id), account_id: Number(account.id), short_code, content, created_at, updated_at }
}

/** The definition of a custom attribute as classic clients know it; its times are ISO-8601. */
export function classicAttribute(definition: CustomAttribute) {
  return {
    id: Number(definition.id),
    attribute_display_name: definition.display_name,
    attribute_display_type: definition.type,
    attribute_description: definition.description,
    attribute_key: definition.key,
    regex_pattern: null,
    regex_cue: null,
    attribute_values: definition.values,
    attribute_model: definition.model,
    default_value: null,
    created_at: definition.created_at,
    updated_at: definition.updated_at,
  }
}

/** The type of an attribute, by its name or by its classic number. */
export function attributeType(value: unknown): unknown {
  return /^[0-7]$/.test(String(value)) ? attribute_types[Number(value)] : value
}

/** The model of an attribute, by its name or by its classic number. */
export function attributeModel(value: unknown): unknown {
  return models.get(String(value)) ?? value
}

const models = new Map([
  ['0', 'conversation_attribute'],
  ['1', 'contact_attribute'],
])
