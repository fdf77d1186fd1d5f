import type { Recipient } from '#kernel/connector.ts'
import { toPhone } from './people.ts'

/** Address of a person: their number as WhatsApp last wrote it, the contact's number, or their business-scoped id. */
export function addressOf({ source_id, aliases, phone_number }: Recipient): object | undefined {
  const ids = [...aliases, source_id]
  // Without the plus, the country of the business would be put before the number.
  const to = ids.map(toPhone).find((each) => each !== undefined) ?? phone_number
  if (to) return { to }
  const user_id = ids.find((id) => /^[A-Z]{2}\.\w+$/.test(id)) ?? ids.find((id) => /^[A-Z]{2}\.ENT\.\w+$/.test(id))
  return user_id ? { recipient: user_id } : undefined
}
