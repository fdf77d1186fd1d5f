import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { useViewWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; view: { id: string; name: string }; onDeleted: () => void }

export function DeleteView({ open, onClose, view, onDeleted }: Props) {
  const words = useViewWords()
  return (
    <DeleteDialog
      record={open ? view : undefined}
      nameOf={({ name }) => name}
      onClose={onClose}
      onDeleted={onDeleted}
      operation="delete_saved_view"
      input={({ id }) => ({ saved_view_id: id })}
      invalidates={['list_saved_views']}
      words={words}
    >
      {words.deleteWarning}
    </DeleteDialog>
  )
}
