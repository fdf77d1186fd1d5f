import type { LeadForm } from '#contract/records/lead-form.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { useLeadFormWords } from './words.ts'

type Props = { form: LeadForm | undefined; onClose: () => void; onDeleted?: () => void }

export function DeleteForm({ form, onClose, onDeleted }: Props) {
  const words = useLeadFormWords()
  return (
    <DeleteDialog
      record={form}
      nameOf={({ name }) => name}
      onClose={onClose}
      onDeleted={onDeleted}
      operation="delete_lead_form"
      input={({ id }) => ({ lead_form_id: id })}
      invalidates={['list_lead_forms']}
      words={words}
    >
      {words.deleteWarning}
    </DeleteDialog>
  )
}
