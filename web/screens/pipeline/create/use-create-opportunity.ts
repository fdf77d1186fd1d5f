import { useRef } from 'react'
import type { Input } from '#web/api.ts'
import { useAct } from '#web/query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Stranger } from './client-field.tsx'

type Fields = Omit<Input<'crm_create_opportunity'>, 'contact_id'>

/** Makes a deal for a contact. Somebody new is made a contact first, once, however often the deal itself is refused. */
export function useCreateOpportunity(onClose: () => void) {
  const { create: words } = usePipelineWords()
  const made = useRef<{ id: string; of: string }>(undefined)
  const person = useAct('create_contact', { quiet: true, refreshes: ['search_contacts'] })
  const deal = useAct('crm_create_opportunity', {
    quiet: true,
    onSuccess: ({ name }) => {
      onClose()
      toast.good(words.done(name))
    },
  })

  const clientOf = async (who: Stranger | string) => {
    if (typeof who === 'string') return who
    const of = JSON.stringify(who)
    if (made.current?.of === of) return made.current.id
    const filled = Object.entries(who).filter(([, text]) => text.trim())
    const { id } = await person.mutateAsync({ name: '', ...Object.fromEntries(filled) })
    made.current = { id, of }
    return id
  }
  const create = async (fields: Fields, who: Stranger | string) => {
    try {
      deal.mutate({ ...fields, contact_id: await clientOf(who) })
    } catch {
      // What was refused stands in `error`.
    }
  }
  return { create, isPending: person.isPending || deal.isPending, refused: { person: person.error, deal: deal.error } }
}
