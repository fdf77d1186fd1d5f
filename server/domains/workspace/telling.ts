import type { InboxPatch } from '#domains/workspace/rules.ts'
import { unknownIn } from '#domains/workspace/variables.ts'
import { reject } from '#kernel/problem.ts'

/** What an inbox is to tell customers by itself. What nobody could fill in is said now, and not to a customer. */
export function checkTold({ business_hours, csat }: InboxPatch): void {
  check(business_hours?.out_of_office_message, 'business_hours/out_of_office_message')
  check(csat?.message, 'csat/message')
}

function check(text: string | null | undefined, field: string): void {
  const unknown = unknownIn(text ?? '')
  if (unknown.length > 0)
    reject('invalid_value', `There is no variable ${unknown.join(', ')}; correct or leave it out.`, field)
}
