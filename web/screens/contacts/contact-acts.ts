import type { Contact, Input } from '#web/api.ts'
import { explain, fieldErrors } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { useContactWords } from './words.ts'

/** Saves fields of a contact; answers with a complaint when they were refused. */
export function useSave(contact_id: string) {
  const update = useAct('update_contact', { quiet: true })
  return async (change: Omit<Input<'update_contact'>, 'contact_id'>) => {
    const [field = ''] = Object.keys(change)
    try {
      await update.mutateAsync({ contact_id, ...change })
      return undefined
    } catch (error) {
      return complaintOf(error, field)
    }
  }
}

export function complaintOf(error: unknown, field: string) {
  const errors = fieldErrors(error)
  return errors[field] ?? Object.values(errors)[0] ?? explain(error, field)
}

type Tagged = Pick<Contact, 'id' | 'url' | 'labels'>

/** Puts labels on a contact and takes them off. The chip moves at once; the server follows. */
export function useTagging({ id: contact_id, url, labels }: Tagged) {
  const tag = useAct('tag_contact', {
    foresees: ({ label_title = '' }) => [{ url, labels: [...labels, label_title] }],
  })
  const untag = useAct('untag_contact', {
    foresees: ({ label_title }) => [{ url, labels: labels.filter((title) => title !== label_title) }],
  })
  return {
    add: (label_title: string) => tag.mutate({ contact_id, label_title }),
    remove: (label_title: string) => untag.mutate({ contact_id, label_title }),
  }
}

type Blockable = Pick<Contact, 'id' | 'name' | 'url' | 'blocked'>

/** Shuts a contact out, or lets them in again. Either can be taken back. */
export function useBlocking({ id: contact_id, name, url, blocked }: Blockable) {
  const { acts: words } = useContactWords()
  const foresees = ({ blocked: next = false }: Input<'update_contact'>) => [{ url, blocked: next }]
  const takeBack = useAct('update_contact', { foresees })
  const update = useAct('update_contact', {
    foresees,
    undo: (_, { blocked: next = false }) => ({
      say: next ? words.blocked(name) : words.unblocked(name),
      back: () => takeBack.mutate({ contact_id, blocked: !next }),
    }),
  })
  return () => update.mutate({ contact_id, blocked: !blocked })
}
