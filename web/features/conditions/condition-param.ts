import type { Condition, Operator } from '#contract/filters.ts'

/** A condition as a URL parameter, such as `city:contains:Bogotá`. Values are separated by commas. */
export function writeCondition({ field, operator, values }: Condition): string {
  const escaped = values.map((value) => String(value).replaceAll('%', '%25').replaceAll(',', '%2C'))
  return [field, operator, ...(escaped.length > 0 ? [escaped.join()] : [])].join(':')
}

/** Undefined when the text is not a condition. */
export function readCondition(text: string): Condition | undefined {
  const [, field, operator, written = ''] = pattern.exec(text) ?? []
  if (!field || !operator) return undefined
  return { field, operator: operator as Operator, values: written ? written.split(',').map(readValue) : [] }
}

function readValue(written: string) {
  const text = written.replaceAll('%2C', ',').replaceAll('%25', '%')
  return text === 'true' || text === 'false' ? text === 'true' : text
}

const operators = [
  'equal_to',
  'not_equal_to',
  'contains',
  'does_not_contain',
  'is_present',
  'is_not_present',
  'is_greater_than',
  'is_less_than',
  'days_before',
  'starts_with',
] as const satisfies Operator[]
const pattern = new RegExp(`^(.{1,110}?):(${operators.join('|')})(?::(.*))?$`, 's')
