import { useRead } from '#web/app/query.ts'
import { TextArea } from '#web/ui/field.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import type { FormDraft } from './form-draft.ts'
import { useLeadFormWords } from './words.ts'

type Props = {
  draft: FormDraft
  onChange: (change: Partial<FormDraft>) => void
  errors: Record<string, string>
}

/** The pipeline, stage, owner and allowed sites of a form. */
export function PlaceFields({ draft, onChange, errors }: Props) {
  const words = useLeadFormWords()
  const pipelines = useRead('crm_list_pipelines', {}).data?.items ?? []
  const agents = useRead('list_agents', {}).data?.items ?? []
  const fitting = pipelines.filter(({ kind }) => kind !== 'opportunities')
  const stages = fitting.find(({ id }) => id === draft.pipeline)?.stages.filter(({ type }) => type === 'open') ?? []
  const picking = { search: words.find, nothing: words.nothing, placeholder: words.choose }
  const wrong = Object.keys(errors).some((field) => field.startsWith('allowed_domains'))
  return (
    <div className="grid gap-4 @xl:grid-cols-2">
      <PickerField
        {...picking}
        label={words.pipeline}
        value={draft.pipeline}
        choices={[{ id: '', name: words.usualChoice }, ...fitting.map(({ id, name }) => ({ id, name }))]}
        onChange={(pipeline) => onChange({ pipeline, stage: '' })}
        error={errors['pipeline']}
      />
      {draft.pipeline && (
        <PickerField
          {...picking}
          label={words.stage}
          value={draft.stage}
          choices={[{ id: '', name: words.first }, ...stages.map(({ id, name }) => ({ id, name }))]}
          onChange={(stage) => onChange({ stage })}
          error={errors['stage']}
        />
      )}
      <PickerField
        {...picking}
        label={words.owner}
        value={draft.owner}
        choices={[{ id: '', name: words.nobody }, ...agents.map(({ id, name, email }) => ({ id, name, hint: email }))]}
        onChange={(owner) => onChange({ owner })}
        error={errors['owner']}
      />
      <div className="@xl:col-span-2">
        <TextArea
          label={words.domains}
          hint={words.domainsHint}
          rows={2}
          spellCheck={false}
          autoCapitalize="none"
          value={draft.domains}
          onChange={(event) => onChange({ domains: event.target.value })}
          error={wrong && words.problems.domains}
        />
      </div>
    </div>
  )
}
