import type { LeadForm } from '#contract/records/lead-form.ts'
import { useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLeadFormWords } from './words.ts'

type Props = { form: LeadForm | undefined; onClose: () => void; onDeleted?: () => void }

export function DeleteForm({ form, onClose, onDeleted }: Props) {
  const { common } = useWords()
  const words = useLeadFormWords()
  const shown = useLast(form)
  const remove = useAct('delete_lead_form', {
    refreshes: ['list_lead_forms'],
    onSuccess: () => {
      onClose()
      if (shown) toast.good(words.deleted(shown.name))
      onDeleted?.()
    },
  })
  return (
    <Confirm
      open={form !== undefined}
      onClose={onClose}
      title={words.deleteTitle(shown?.name ?? '')}
      cancel={common.cancel}
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => form && remove.mutate({ lead_form_id: form.id })}
    >
      {words.deleteWarning}
    </Confirm>
  )
}
