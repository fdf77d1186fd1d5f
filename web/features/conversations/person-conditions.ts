import type { Condition } from '#contract/filters.ts'

/** Conditions that find a conversation by its contact: name, company, e-mail, or phone digits in any format. */
export function personConditions(q: string): Condition[][] {
  const text = q.trim()
  const digits = text.replaceAll(/[\s().-]/g, '')
  const number = /^\+?\d{3,}$/.test(digits) ? digits : text
  const fields = { name: text, email: text, phone_number: number, company_name: text, source_id: number }
  return Object.entries(fields).map(([field, value]) => [{ field, operator: 'contains', values: [value] }])
}
