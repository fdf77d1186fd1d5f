import type { CannedResponse } from '#contract/records/workspace.ts'
import { useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCannedWords } from './words.ts'

type Props = { response: CannedResponse | undefined; onClose: () => void }

/** Its history goes too, so that it is asked first. */
export function DeleteCanned({ response, onClose }: Props) {
  const { common } = useWords()
  const words = useCannedWords()
  const shown = useLast(response)
  const remove = useAct('delete_canned_response', {
    refreshes: ['list_canned_responses'],
    onSuccess: () => {
      onClose()
      if (shown) toast.good(words.deleted(shown.short_code))
    },
  })
  return (
    <Confirm
      open={response !== undefined}
      onClose={onClose}
      title={words.deleteTitle(shown?.short_code ?? '')}
      cancel={common.cancel}
      confirm={common.delete}
      busy={remove.isPending}
      onConfirm={() => response && remove.mutate({ short_code: response.id })}
    >
      {words.deleteWarning}
    </Confirm>
  )
}
