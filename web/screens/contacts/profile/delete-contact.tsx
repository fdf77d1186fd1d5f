import type { Contact } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { open: boolean; onClose: () => void; contact: Contact; onDeleted: () => void }

export function DeleteContact({ open, onClose, contact, onDeleted }: Props) {
  const { contacts: words, common } = useWords()
  const remove = useAct('delete_contact', {
    refreshes: ['search_contacts', 'list_duplicate_contacts'],
    onSuccess: () => {
      onClose()
      onDeleted()
      toast.good(words.delete.done(contact.name))
    },
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={words.delete.title(contact.name)}
      cancel={common.cancel}
      confirm={words.delete.open}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ contact_id: contact.id })}
    >
      {words.delete.warning}
    </Confirm>
  )
}
