import type { InboxPatch } from '#domains/workspace/rules.ts'
import { unknownVariables } from '#domains/workspace/variables.ts'
import { reject } from '#kernel/problem.ts'

/** Rejects automatic messages with unknown variables, which customers would otherwise read. */
export function checkInboxMessages({ business_hours, csat }: InboxPatch): void {
  checkVariables(business_hours?.out_of_office_message, 'business_hours/out_of_office_message')
  checkVariables(csat?.message, 'csat/message')
}

function checkVariables(text: string | null | undefined, field: string): void {
  const unknown = unknownVariables(text ?? '')
  if (unknown.length > 0)
    reject('invalid_value', `Unknown variable: ${unknown.join(', ')}. Correct or remove it.`, field)
}
