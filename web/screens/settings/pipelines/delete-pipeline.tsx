import type { Pipeline } from '#contract/records/crm.ts'
import { explain, useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useAct, useRead } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { countIn } from './move-records.ts'
import { usePipelineSettingsWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; pipeline: Pipeline; onDeleted: () => void }

/** Only an empty pipeline can go: how full it is is said before. */
export function DeletePipeline({ open, onClose, pipeline, onDeleted }: Props) {
  const { common } = useWords()
  const words = usePipelineSettingsWords()
  const format = useNumbers()
  const { data } = useRead('get_board_totals', { pipeline_id: pipeline.id }, { enabled: open })
  const count = data ? countIn(data.items) : 0
  const remove = useAct('delete_pipeline', {
    quiet: true,
    refreshes: ['crm_list_pipelines'],
    onError: (error) => toast.bad(explain(error)),
    onSuccess: () => {
      onClose()
      toast.good(words.deleted(pipeline.name))
      onDeleted()
    },
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={words.deleteTitle(pipeline.name)}
      cancel={common.cancel}
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => (count > 0 ? onClose() : remove.mutate({ pipeline_id: pipeline.id }))}
    >
      {count > 0 ? words.deleteFull(format(count)) : words.deleteWarning}
    </Confirm>
  )
}
