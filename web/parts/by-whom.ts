import type { Condition } from '#contract/filters.ts'

/** By whom a conversation is found: a name, a company, an address, or digits of a number however they are parted. */
export function byWhom(q: string): Condition[][] {
  const text = q.trim()
  const digits = text.replaceAll(/[\s().-]/g, '')
  const number = /^\+?\d{3,}$/.test(digits) ? digits : text
  const by = { name: text, email: text, phone_number: number, company_name: text, source_id: number }
  return Object.entries(by).map(([field, value]) => [{ field, operator: 'contains', values: [value] }])
}
