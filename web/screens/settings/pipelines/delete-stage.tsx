import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { call, Problem } from '#web/app/api.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { describeError } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { countIn, moveRecords } from './move-records.ts'
import { useStageWords } from './words.ts'
import { useLast } from '#web/ui/use-last.ts'

type Props = { pipeline: Pipeline; stage: Stage | undefined; onClose: () => void }

/** Deletes a stage after moving its records to another one. */
export function DeleteStage({ pipeline, stage, onClose }: Props) {
  const words = useStageWords()
  const shown = useLast(stage)
  return (
    <Dialog open={stage !== undefined} onClose={onClose} title={words.deleteTitle(shown?.name ?? '')}>
      {shown && <Body key={shown.id} pipeline={pipeline} stage={shown} onClose={onClose} />}
    </Dialog>
  )
}

function Body({ pipeline, stage, onClose }: { pipeline: Pipeline; stage: Stage; onClose: () => void }) {
  const words = useStageWords()
  const format = useNumbers()
  const { data, error } = useRead('get_board_totals', { pipeline_id: pipeline.id })
  const count = data ? countIn(data.items, stage.id) : undefined
  const [to, setTo] = useState('')
  const { remove, moved } = useRemove(pipeline, stage, onClose)
  // Records move only to a stage of the same type.
  const others = pipeline.stages.filter(({ id, type }) => id !== stage.id && type === stage.type)
  const isOnly = others.length === 0 && !(pipeline.kind === 'leads' && stage.type !== 'open')
  const isReady = count !== undefined && !isOnly && (count === 0 || to !== '')
  return (
    <DialogForm
      onSubmit={() => remove.mutate(to)}
      onCancel={onClose}
      submit={count ? words.moveAndDelete : words.delete}
      busy={remove.isPending}
      disabled={!isReady}
      danger
      problem={remove.error && (isHeld(remove.error) ? words.binned : describeError(remove.error))}
    >
      {error && <Notice>{describeError(error)}</Notice>}
      {isOnly && <Notice tone="plain">{words.noTarget}</Notice>}
      <p role="status" className="text-base text-ink-2">
        {count === undefined && words.counting}
        {count === 0 && !isOnly && words.deleteEmpty}
        {Boolean(count) &&
          (remove.isPending ? words.moving(format(moved), format(count!)) : words.deleteFull(format(count!)))}
      </p>
      {Boolean(count) && !isOnly && (
        <SelectField
          label={words.moveTo}
          placeholder={words.choose}
          value={to}
          choices={Object.fromEntries(others.map(({ id, name }) => [id, name]))}
          onChange={setTo}
        />
      )}
    </DialogForm>
  )
}

/** The stage looks empty, but has records in the bin. */
const isHeld = (error: Error) => error instanceof Problem && error.code === 'invalid_state'

function useRemove(pipeline: Pipeline, stage: Stage, onClose: () => void) {
  const words = useStageWords()
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const [moved, setMoved] = useState(0)
  const remove = useMutation({
    meta: { silent: true },
    mutationFn: async (to: string) => {
      if (to) await moveRecords(account_id, { pipeline_id: pipeline.id, from: stage.id, to }, setMoved)
      await call(account_id, 'delete_stage', { stage_id: stage.id })
    },
    onSuccess: () => {
      onClose()
      toast.good(words.deleted(stage.name))
    },
    // Some records may have moved before a failure.
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => /pipelines|board|leads|opportunities/.test(String(queryKey[1])),
      }),
  })
  return { remove, moved }
}
