import { useState } from 'react'
import type { Person } from '#web/features/contacts/contact-card.tsx'
import { useRead } from '#web/app/query.ts'

/** The contact of the form; initially the one it was opened for. */
export function useInitialContact(contact_id: string | undefined) {
  const [picked, setPicked] = useState<{ contact: Person | undefined }>()
  const { data } = useRead('get_contact', { contact_id: contact_id ?? '' }, { enabled: contact_id !== undefined })
  const contact: Person | undefined = picked ? picked.contact : data
  return [contact, (next: Person | undefined) => setPicked({ contact: next })] as const
}
