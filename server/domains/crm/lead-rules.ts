import type { Lead } from '#contract/records/crm.ts'
import * as contacts from '#domains/contacts/rules.ts'
import { isReferral } from '#domains/crm/attribution-rules.ts'
import * as rules from '#domains/crm/rules.ts'
import { reject } from '#kernel/problem.ts'

const texts = ['company_name', 'source', 'attribution_detail'] as const

/** What a caller may send: absent is untouched, an empty text or null clears. */
export type Sent = {
  name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  estimated_value?: number | null | undefined
  currency?: string | undefined
} & { [F in (typeof texts)[number]]?: string | null | undefined }

export type Fields = Pick<Lead, (typeof texts)[number] | 'name' | 'email' | 'phone' | 'estimated_value' | 'currency'>

/** The fields sent, as they will be kept. */
export function clean(sent: Sent, country: string): Partial<Fields> {
  const { name, email, phone, estimated_value, currency } = sent
  if (name !== undefined && !name.trim()) reject('missing_field', 'A lead needs a name.', 'name')
  const given = texts.filter((field) => sent[field] !== undefined)
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...Object.fromEntries(given.map((field) => [field, sent[field]?.trim() || null])),
    ...(email !== undefined && { email: email?.trim() ? contacts.emailAddress(email) : null }),
    ...(phone !== undefined && { phone: phone?.trim() ? reachable(phone.trim(), country) : null }),
    ...(estimated_value !== undefined && { estimated_value: rules.money(estimated_value) }),
    ...(currency !== undefined && { currency: rules.currency(currency) }),
  }
}

/** As E.164 where it can be read; else as it came, because a lead with an odd number is still a lead. */
function reachable(phone: string, country: string): string {
  return contacts.findPhoneNumber(phone, country) ?? phone
}

type Referred = {
  source?: string | null | undefined
  utm_source?: string | null | undefined
  attribution_detail?: string | null | undefined
}

/** Who was referred says by whom. */
export function checkReferral({ source, utm_source, attribution_detail }: Referred): void {
  if (attribution_detail || !(isReferral(source) || isReferral(utm_source))) return
  reject('missing_field', 'A referral needs attribution_detail: say who referred the lead.', 'attribution_detail')
}
