import { useState } from 'react'
import { Plus } from '#web/ui/icons.ts'
import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortList, type Moves } from '#web/ui/sort-list/sort-list.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeleteStage } from './delete-stage.tsx'
import { EditStage } from './edit-stage.tsx'
import { StageColor } from './stage-color.tsx'
import { usePatchPipeline } from './use-patch-pipeline.ts'
import { useStageWords } from './words.ts'

/** The stages of a pipeline: open ones in their order, then the closing ones. */
export function Stages({ pipeline }: { pipeline: Pipeline }) {
  const words = useStageWords()
  const [edited, edit] = useState<Stage>()
  const [deleted, remove] = useState<Stage>()
  const reorder = useReorderStages(pipeline)
  const open = pipeline.stages.filter(({ type }) => type === 'open')
  const closing = pipeline.stages.filter(({ type }) => type !== 'open')
  const row = (stage: Stage, moves?: Moves) => (
    <Row stage={stage} {...(moves && { moves })} onEdit={() => edit(stage)} onDelete={() => remove(stage)} />
  )
  return (
    <Panel title={words.title} hint={words.hint}>
      <SortList label={words.open} items={open} nameOf={({ name }) => name} onReorder={reorder}>
        {row}
      </SortList>
      <AddStage pipeline={pipeline} open={open} />
      {closing.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 text-sm font-medium text-ink-2">{words.closing}</h3>
          <SortList label={words.closing} items={closing} nameOf={({ name }) => name}>
            {(stage) => row(stage)}
          </SortList>
        </>
      )}
      <EditStage pipeline={pipeline} stage={edited} onClose={() => edit(undefined)} />
      <DeleteStage pipeline={pipeline} stage={deleted} onClose={() => remove(undefined)} />
    </Panel>
  )
}

type RowProps = { stage: Stage; moves?: Moves; onEdit: () => void; onDelete: () => void }

function Row({ stage, moves = {}, onEdit, onDelete }: RowProps) {
  const words = useStageWords()
  const { name, type, probability, rotting_days, required_fields } = stage
  const limits = [
    rotting_days !== null && words.rottingShort(rotting_days),
    required_fields.length > 0 && words.requiredShort(required_fields.length),
  ].filter(Boolean)
  return (
    <>
      <StageColor stage={stage} />
      <div className="grid min-w-0 flex-1 gap-x-4 @xl:grid-cols-[1fr_auto] @xl:items-center">
        <button
          type="button"
          onClick={onEdit}
          className="min-w-0 truncate text-left text-base font-medium after:absolute after:inset-0"
        >
          {name}
        </button>
        <span className="text-sm text-ink-3">{limits.join(' · ')}</span>
      </div>
      {type === 'open' ? (
        <span className="w-12 text-right text-sm text-ink-2 tabular-nums">{words.probabilityShort(probability)}</span>
      ) : (
        <Badge tone={type === 'won' ? 'good' : 'bad'}>{words.types[type]}</Badge>
      )}
      <RowMenu name={name} moves={moves} onEdit={onEdit} onDelete={onDelete} />
    </>
  )
}

/** Reorders the stages optimistically. */
function useReorderStages(pipeline: Pipeline) {
  const patch = usePatchPipeline()
  const update = useAct('update_pipeline_stages', { onSuccess: patch })
  return (ids: string[]) => {
    const byId = new Map(pipeline.stages.map((stage) => [stage.id, stage]))
    const closing = pipeline.stages.filter(({ type }) => type !== 'open')
    const revert = patch({ ...pipeline, stages: [...ids.flatMap((id) => byId.get(id) ?? []), ...closing] })
    update.mutate({ pipeline: pipeline.id, ordered_stages: ids }, { onError: revert })
  }
}

function AddStage({ pipeline, open }: { pipeline: Pipeline; open: Stage[] }) {
  const words = useStageWords()
  const [name, setName] = useState('')
  const patch = usePatchPipeline()
  const add = useAct('update_pipeline_stages', {
    silent: true,
    onError: (error) => toast.bad(describeError(error, 'stage')),
    onSuccess: (saved) => {
      patch(saved)
      toast.good(words.added(name.trim()))
      setName('')
    },
  })
  const send = () => {
    if (name.trim()) add.mutate({ pipeline: pipeline.id, ordered_stages: [...open.map(({ id }) => id), name.trim()] })
  }
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="mt-3 flex gap-2">
      <input
        aria-label={words.addPlaceholder}
        placeholder={words.addPlaceholder}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={255}
        autoComplete="off"
        className={cx(inputClass, 'h-8 max-w-72 text-sm pointer-coarse:h-10')}
      />
      <Button look="outline" type="submit" icon={<Plus size={15} aria-hidden />} busy={add.isPending}>
        {words.add}
      </Button>
    </form>
  )
}
