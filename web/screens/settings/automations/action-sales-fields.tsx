import type { Pipeline } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { Choose, Reference, type ActionProps } from './action-parts.tsx'
import { useReferences } from './use-references.ts'
import { useAutomationWords } from './words.ts'

/** The optional pipeline, stage and owner of a new lead. */
export function CreateLeadFields(props: ActionProps<'create_lead'>) {
  const { actions: words } = useAutomationWords()
  const { pipelines } = useReferences()
  const { action, onChange, errors } = props
  const fitting = pipelines.filter((each) => holds(each, 'leads'))
  const stages = fitting.find(({ id }) => id === action.pipeline)?.stages.filter(({ type }) => type === 'open') ?? []
  const { pipeline: _, stage: __, ...elsewhere } = action
  const { stage: ___, ...anywhere } = action
  return (
    <>
      <div className="grid gap-3 @lg:grid-cols-2">
        <Choose
          label={words.pipeline}
          value={action.pipeline ?? ''}
          choices={[{ id: '', name: words.defaultPipeline }, ...fitting.map(({ id, name }) => ({ id, name }))]}
          onPick={(id) => onChange(id ? { ...elsewhere, pipeline: id } : elsewhere)}
          error={errors['pipeline']}
        />
        {action.pipeline && (
          <Choose
            label={words.stage}
            value={action.stage ?? ''}
            choices={[{ id: '', name: words.firstStage }, ...stages.map(({ id, name }) => ({ id, name }))]}
            onPick={(id) => onChange(id ? { ...action, stage: id } : anywhere)}
            error={errors['stage']}
          />
        )}
      </div>
      <Reference {...props} field="owner" list="agents" label={words.owner} open={words.nobody} />
    </>
  )
}

/** The target stage; a lost deal needs a reason. */
export function MoveStageFields({ action, subject, onChange, errors }: ActionProps<'move_stage'>) {
  const { actions: words } = useAutomationWords()
  const { pipelines } = useReferences()
  const { data } = useRead('list_crm_lost_reasons', {})
  const sort = subject === 'lead' ? 'leads' : 'opportunities'
  const fitting = pipelines.filter((each) => holds(each, sort))
  const stages = fitting.flatMap(({ name: hint, stages: own }) => own.map((stage) => ({ ...stage, hint })))
  const isLoss = sort === 'opportunities' && stages.find(({ id }) => id === action.stage)?.type === 'lost'
  return (
    <>
      <Choose
        label={words.stage}
        value={action.stage}
        choices={stages.map(({ id, name, hint }) => ({ id, name, hint }))}
        onPick={(stage) => onChange({ type: 'move_stage', stage })}
        error={errors['stage']}
      />
      {isLoss && (
        <Choose
          label={words.lost_reason}
          value={action.lost_reason ?? ''}
          choices={data?.items ?? []}
          onPick={(lost_reason) => onChange({ ...action, lost_reason })}
          error={errors['lost_reason']}
        />
      )}
    </>
  )
}

const holds = ({ kind }: Pipeline, sort: 'leads' | 'opportunities') => kind === sort || kind === 'mixed'
