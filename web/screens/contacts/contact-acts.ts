import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Contact, Input, Output, Profile } from '#web/api.ts'
import { explain, fieldErrors } from '#web/i18n.ts'
import { readKey, useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'

/** Saves fields of a contact; answers with a complaint when they were refused. */
export function useSave(contact_id: string) {
  const file = useFile()
  const update = useAct('update_contact', { quiet: true, onSuccess: file })
  return async (change: Omit<Input<'update_contact'>, 'contact_id'>) => {
    const [field = ''] = Object.keys(change)
    try {
      await update.mutateAsync({ contact_id, ...change })
      return undefined
    } catch (error) {
      const errors = fieldErrors(error)
      return errors[field] ?? Object.values(errors)[0] ?? explain(error, field)
    }
  }
}

/** Puts labels on a contact and takes them off. The chip moves at once; the server follows. */
export function useTagging(contact: Contact) {
  const { id: contact_id, labels } = contact
  const file = useFile()
  const settled = { refreshes: ['get_contact'], onError: () => file(contact) } as const
  const tag = useAct('tag_contact', settled)
  const untag = useAct('untag_contact', settled)
  return {
    add: (label_title: string) => {
      file({ ...contact, labels: [...labels, label_title] })
      tag.mutate({ contact_id, label_title })
    },
    remove: (label_title: string) => {
      file({ ...contact, labels: labels.filter((title) => title !== label_title) })
      untag.mutate({ contact_id, label_title })
    },
  }
}

/** Puts a changed contact wherever it is shown, without asking for it again. */
export function useFile() {
  const { id } = useAccount()
  const client = useQueryClient()
  return (contact: Contact) => {
    client.setQueryData<Profile>(readKey(id, 'get_contact', { contact_id: contact.id }), (profile) =>
      profile ? { ...profile, ...contact } : profile,
    )
    client.setQueriesData<InfiniteData<Output<'search_contacts'>>>(
      { queryKey: readKey(id, 'search_contacts') },
      (list) => (list && 'pages' in list ? { ...list, pages: list.pages.map(replace(contact)) } : list),
    )
  }
}

const replace = (contact: Contact) => (page: Output<'search_contacts'>) => ({
  ...page,
  items: page.items.map((each) => (each.id === contact.id ? contact : each)),
})
