import type { LostReason } from '#contract/records/crm.ts'
import { useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLostReasonWords } from './words.ts'

export function DeleteReason({ reason, onClose }: { reason: LostReason | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useLostReasonWords()
  const shown = useLast(reason)
  const remove = useAct('delete_lost_reason', {
    refreshes: ['list_crm_lost_reasons'],
    onSuccess: () => {
      onClose()
      if (shown) toast.good(words.deleted(shown.name))
    },
  })
  return (
    <Confirm
      open={reason !== undefined}
      onClose={onClose}
      title={words.deleteTitle(shown?.name ?? '')}
      cancel={common.cancel}
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => reason && remove.mutate({ lost_reason_id: reason.id })}
    >
      {words.deleteWarning}
    </Confirm>
  )
}
