import type { Contact, Input } from '#web/app/api.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useContactWords } from './words.ts'

/** Saves fields of a contact; resolves to an error text when they are rejected. */
export function useSaveContact(contact_id: string) {
  const update = useAct('update_contact', { silent: true })
  return async (change: Omit<Input<'update_contact'>, 'contact_id'>) => {
    const [field = ''] = Object.keys(change)
    try {
      await update.mutateAsync({ contact_id, ...change })
      return undefined
    } catch (error) {
      return errorText(error, field)
    }
  }
}

export function errorText(error: unknown, field: string) {
  const errors = fieldErrors(error)
  return errors[field] ?? Object.values(errors)[0] ?? describeError(error, field)
}

type LabelTarget = Pick<Contact, 'id' | 'url' | 'labels'>

/** Adds and removes labels of a contact. The change shows at once. */
export function useContactLabels({ id: contact_id, url, labels }: LabelTarget) {
  const tag = useAct('tag_contact', {
    optimistic: ({ label_title = '' }) => [{ url, labels: [...labels, label_title] }],
  })
  const untag = useAct('untag_contact', {
    optimistic: ({ label_title }) => [{ url, labels: labels.filter((title) => title !== label_title) }],
  })
  return {
    add: (label_title: string) => tag.mutate({ contact_id, label_title }),
    remove: (label_title: string) => untag.mutate({ contact_id, label_title }),
  }
}

type Blockable = Pick<Contact, 'id' | 'name' | 'url' | 'blocked'>

/** Blocks or unblocks a contact, with undo. */
export function useToggleBlocked({ id: contact_id, name, url, blocked }: Blockable) {
  const { actions: words } = useContactWords()
  const optimistic = ({ blocked: next = false }: Input<'update_contact'>) => [{ url, blocked: next }]
  const undo = useAct('update_contact', { optimistic })
  const update = useAct('update_contact', {
    optimistic,
    undo: (_, { blocked: next = false }) => ({
      message: next ? words.blocked(name) : words.unblocked(name),
      revert: () => undo.mutate({ contact_id, blocked: !next }),
    }),
  })
  return () => update.mutate({ contact_id, blocked: !blocked })
}
