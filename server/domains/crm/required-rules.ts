import type { EntityType, Lead, Opportunity, Pipeline } from '#contract/records/crm.ts'
import { attributes } from '#contract/scalars.ts'
import { holds } from '#domains/crm/pipeline-rules.ts'
import { reject } from '#kernel/problem.ts'

const both = ['owner', 'contact', 'utm_source', 'utm_medium', 'utm_campaign', 'attribution_detail'] as const

/** What a stage can ask for besides custom attributes. What no record can be without is not among it. */
const fields: Record<EntityType, readonly string[]> = {
  lead: [...both, 'company_name', 'email', 'phone', 'source', 'estimated_value'],
  opportunity: [...both, 'description', 'amount'],
}

const prefix = 'custom_attributes.'

/** The fields a stage of the pipeline is to ask for, each once. In a pipeline for both, each asks those that have it. */
export function requirable(pipeline: Pick<Pipeline, 'kind'>, wanted: readonly string[]): string[] {
  const sorts = [holds(pipeline, 'leads') && fields.lead, holds(pipeline, 'opportunities') && fields.opportunity]
  const known = [...new Set(sorts.flatMap((each) => each || []))]
  for (const [i, field] of wanted.entries()) {
    if (known.includes(field) || isAttribute(field)) continue
    const choices = `Choose among ${known.join(', ')} and ${prefix}<key>.`
    reject('invalid_value', `A stage cannot ask for ${field}. ${choices}`, `required_fields/${i}`)
  }
  return [...new Set(wanted)]
}

function isAttribute(field: string): boolean {
  if (!field.startsWith(prefix)) return false
  const key = field.slice(prefix.length)
  const { data } = attributes.safeParse({ [key]: '' })
  return data !== undefined && Object.hasOwn(data, key)
}

/** Refuses a record that enters a stage without what that asks for, and says all that is missing. */
export function checkRequired(type: EntityType, record: Lead | Opportunity, required: readonly string[]): void {
  const missing = required.filter((field) => asks(type, field) && isEmpty(valueOf(record, field)))
  if (missing.length === 0) return
  const named = new Intl.ListFormat('en').format(missing)
  const { name } = record.stage
  const sentence = `${type === 'lead' ? 'A lead' : 'An opportunity'} enters ${name} only with ${named}; fill that in first.`
  const errors = missing.map((field) => ({
    field: field.replace('.', '/'),
    code: 'missing_field',
    detail: `${name} asks for ${field}.`,
  }))
  reject('missing_field', sentence, undefined, { errors })
}

function asks(type: EntityType, field: string): boolean {
  return fields[type].includes(field) || field.startsWith(prefix)
}

function valueOf(record: Lead | Opportunity, field: string): unknown {
  if (!field.startsWith(prefix)) return record[field as keyof typeof record]
  const key = field.slice(prefix.length)
  return Object.hasOwn(record.custom_attributes, key) ? record.custom_attributes[key] : null
}

/** No and zero are answers. */
function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '')
}
