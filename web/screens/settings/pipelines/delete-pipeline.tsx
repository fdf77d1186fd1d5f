import type { Pipeline } from '#contract/records/crm.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { countIn } from './move-records.ts'
import { usePipelineSettingsWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; pipeline: Pipeline; onDeleted: () => void }

/** Deletes a pipeline if it is empty; else shows how many records it has. */
export function DeletePipeline({ open, onClose, pipeline, onDeleted }: Props) {
  const words = usePipelineSettingsWords()
  const format = useNumbers()
  const { data } = useRead('get_board_totals', { pipeline_id: pipeline.id }, { enabled: open })
  const count = data ? countIn(data.items) : 0
  const remove = useAct('delete_pipeline', {
    invalidates: ['crm_list_pipelines'],
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
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => (count > 0 ? onClose() : remove.mutate({ pipeline_id: pipeline.id }))}
    >
      {count > 0 ? words.deleteFull(format(count)) : words.deleteWarning}
    </Confirm>
  )
}
