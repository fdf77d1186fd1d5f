import type { Contact } from '#web/app/api.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { useContactWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; contact: Contact; onDeleted: () => void }

export function DeleteContact({ open, onClose, contact, onDeleted }: Props) {
  const words = useContactWords().deletion
  return (
    <DeleteDialog
      record={open ? contact : undefined}
      nameOf={({ name }) => name}
      onClose={onClose}
      onDeleted={onDeleted}
      operation="delete_contact"
      input={({ id }) => ({ contact_id: id })}
      invalidates={['search_contacts', 'list_duplicate_contacts']}
      words={words}
    >
      {words.deleteWarning}
    </DeleteDialog>
  )
}
