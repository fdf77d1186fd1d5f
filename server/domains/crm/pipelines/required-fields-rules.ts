import type { EntityType, Pipeline } from '#contract/records/crm.ts'
import { attributes } from '#contract/scalars.ts'
import { accepts } from './rules.ts'
import { reject } from '#kernel/problem.ts'

const shared = ['owner', 'contact', 'utm_source', 'utm_medium', 'utm_campaign', 'attribution_detail'] as const

/** Fields a stage can require besides custom attributes. Fields that every record has are left out. */
const fields: Record<EntityType, readonly string[]> = {
  lead: [...shared, 'company_name', 'email', 'phone', 'source', 'estimated_value'],
  opportunity: [...shared, 'description', 'amount'],
}

const prefix = 'custom_attributes.'

/** Validated required fields of a stage, without duplicates. In a mixed pipeline a field applies to the records that have it. */
export function validateRequiredFields(pipeline: Pick<Pipeline, 'kind'>, wanted: readonly string[]): string[] {
  const lists = [accepts(pipeline, 'leads') && fields.lead, accepts(pipeline, 'opportunities') && fields.opportunity]
  const known = [...new Set(lists.flatMap((each) => each || []))]
  for (const [i, field] of wanted.entries()) {
    if (known.includes(field) || isAttribute(field)) continue
    const choices = `Choose from ${known.join(', ')} and ${prefix}<key>.`
    reject('invalid_value', `A stage cannot require ${field}. ${choices}`, `required_fields/${i}`)
  }
  return [...new Set(wanted)]
}

function isAttribute(field: string): boolean {
  if (!field.startsWith(prefix)) return false
  const key = field.slice(prefix.length)
  const { data } = attributes.safeParse({ [key]: '' })
  return data !== undefined && Object.hasOwn(data, key)
}

type RecordFields = { stage: { name: string }; custom_attributes: Readonly<Record<string, unknown>> }

/** Rejects a record that enters a stage without its required fields, and lists all that are missing. */
export function checkRequired(type: EntityType, record: RecordFields, required: readonly string[]): void {
  const missing = required.filter((field) => appliesTo(type, field) && isEmpty(valueOf(record, field)))
  if (missing.length === 0) return
  const list = new Intl.ListFormat('en').format(missing)
  const { name } = record.stage
  const sentence = `${type === 'lead' ? 'A lead' : 'An opportunity'} needs ${list} to enter ${name}; fill in what is missing first.`
  const errors = missing.map((field) => ({
    field: field.replace('.', '/'),
    code: 'missing_field',
    detail: `${name} requires ${field}.`,
  }))
  reject('missing_field', sentence, undefined, { errors })
}

function appliesTo(type: EntityType, field: string): boolean {
  return fields[type].includes(field) || field.startsWith(prefix)
}

function valueOf(record: RecordFields, field: string): unknown {
  if (!field.startsWith(prefix)) return record[field as keyof RecordFields]
  const key = field.slice(prefix.length)
  return Object.hasOwn(record.custom_attributes, key) ? record.custom_attributes[key] : null
}

/** False and zero count as filled in. */
function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '')
}
