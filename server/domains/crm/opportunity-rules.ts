import type { Opportunity } from '#contract/records/crm.ts'
import * as rules from '#domains/crm/rules.ts'
import { reject } from '#kernel/problem.ts'

/** What a caller may send: absent is untouched, an empty text or null clears. */
export type Sent = {
  name?: string | undefined
  description?: string | null | undefined
  attribution_detail?: string | null | undefined
  amount?: number | null | undefined
  currency?: string | undefined
  expected_close_date?: string | null | undefined
}

export type Fields = Pick<
  Opportunity,
  'name' | 'description' | 'attribution_detail' | 'amount' | 'currency' | 'expected_close_date'
>

/** The fields sent, as they will be kept. */
export function clean(sent: Sent): Partial<Fields> {
  const { name, description, attribution_detail, amount, currency, expected_close_date } = sent
  if (name !== undefined && !name.trim()) reject('missing_field', 'An opportunity needs a name.', 'name')
  if (expected_close_date !== undefined) rules.checkOpportunity({ expected_close_date })
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description?.trim() || null }),
    ...(attribution_detail !== undefined && { attribution_detail: attribution_detail?.trim() || null }),
    ...(amount !== undefined && { amount: rules.money(amount) }),
    ...(currency !== undefined && { currency: rules.currency(currency) }),
    ...(expected_close_date && { expected_close_date }),
  }
}
