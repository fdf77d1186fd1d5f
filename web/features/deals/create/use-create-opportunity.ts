import { useRef } from 'react'
import type { Input } from '#web/app/api.ts'
import { useAct } from '#web/app/query.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { toast } from '#web/ui/toast.tsx'
import type { NewContact } from './client-field.tsx'

type Fields = Omit<Input<'crm_create_opportunity'>, 'contact_id'>

/** Creates a deal. A new contact is created first, and only once even if the deal itself is rejected. */
export function useCreateOpportunity(onClose: () => void) {
  const { create: words } = useDealWords()
  const created = useRef<{ id: string; of: string }>(undefined)
  const contact = useAct('create_contact', { silent: true, invalidates: ['search_contacts'] })
  const deal = useAct('crm_create_opportunity', {
    silent: true,
    onSuccess: ({ name }) => {
      onClose()
      toast.good(words.done(name))
    },
  })

  const contactIdOf = async (client: NewContact | string) => {
    if (typeof client === 'string') return client
    const of = JSON.stringify(client)
    if (created.current?.of === of) return created.current.id
    const filled = Object.entries(client).filter(([, text]) => text.trim())
    const { id } = await contact.mutateAsync({ name: '', ...Object.fromEntries(filled) })
    created.current = { id, of }
    return id
  }
  const create = async (fields: Fields, client: NewContact | string) => {
    try {
      deal.mutate({ ...fields, contact_id: await contactIdOf(client) })
    } catch {
      // The call keeps the error in `error`.
    }
  }
  return {
    create,
    isPending: contact.isPending || deal.isPending,
    failures: { contact: contact.error, deal: deal.error },
  }
}
