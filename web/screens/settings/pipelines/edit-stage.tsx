import { useState, type KeyboardEvent } from 'react'
import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { useWords } from '#web/app/i18n.ts'
import { ColorField } from '#web/ui/color-field/color-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { MultiPickerField } from '#web/ui/multi-picker-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useDealAttributes } from '#web/features/deals/use-deal-attributes.ts'
import { attributeField, fieldsFor } from './stage-fields.ts'
import { usePatchPipeline } from './use-patch-pipeline.ts'
import { useStageWords } from './words.ts'

type Props = { pipeline: Pipeline; stage: Stage | undefined; onClose: () => void }

export function EditStage({ pipeline, stage: edited, onClose }: Props) {
  const words = useStageWords()
  return (
    <EditDialog edited={edited} onClose={onClose} title={(stage) => words.edit(stage?.name ?? '')}>
      {(stage) => stage && <Form pipeline={pipeline} stage={stage} onClose={onClose} />}
    </EditDialog>
  )
}

function Form({ pipeline, stage, onClose }: { pipeline: Pipeline; stage: Stage; onClose: () => void }) {
  const { common } = useWords()
  const words = useStageWords()
  const [color, setColor] = useState(stage.color)
  const [required, setRequired] = useState(stage.required_fields)
  const patch = usePatchPipeline()
  const { save, errors, problem, isPending } = useSave('update_stage', {
    onSaved: (saved) => {
      patch(saved)
      onClose()
    },
    message: ({ stages }) => words.saved(stages.find(({ id }) => id === stage.id)?.name ?? ''),
  })
  const submit = ({ name = '', probability = '', rotting_days = '' }: Record<string, string>) =>
    save({
      stage_id: stage.id,
      name: name.trim(),
      ...(stage.type === 'open' && { probability: Number(probability) }),
      color,
      rotting_days: rotting_days.trim() ? Number(rotting_days) : null,
      required_fields: required,
    })
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submit={common.save} busy={isPending} problem={problem}>
      <TextField
        label={words.name}
        name="name"
        maxLength={255}
        autoComplete="off"
        defaultValue={stage.name}
        error={errors['name']}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={words.probability}
          name="probability"
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          readOnly={stage.type !== 'open'}
          hint={stage.type !== 'open' && words.probabilityFixed}
          defaultValue={String(stage.probability)}
          error={errors['probability']}
        />
        <TextField
          label={words.rotting}
          name="rotting_days"
          type="number"
          inputMode="numeric"
          min={1}
          hint={words.rottingHint}
          defaultValue={String(stage.rotting_days ?? '')}
          error={errors['rotting_days']}
        />
      </div>
      <Required kind={pipeline.kind} value={required} onChange={setRequired} />
      <Switch label={words.noColor} checked={color === null} onChange={(none) => setColor(none ? null : '#3b6fd4')} />
      {color !== null && <ColorField label={words.color} value={color} onChange={setColor} error={errors['color']} />}
    </DialogForm>
  )
}

type RequiredProps = { kind: Pipeline['kind']; value: string[]; onChange: (fields: string[]) => void }

/** The fields a record needs to enter the stage. */
function Required({ kind, value, onChange }: RequiredProps) {
  const words = useStageWords()
  const [key, setKey] = useState('')
  const ofLeads = useDealAttributes('leads')
  const ofDeals = useDealAttributes('opportunities')
  const defined = [...(kind === 'opportunities' ? [] : ofLeads), ...(kind === 'leads' ? [] : ofDeals)]
  const names = new Map(defined.map((each) => [`custom_attributes.${each.key}`, each.display_name]))
  const known = [...new Set([...fieldsFor(kind), ...names.keys(), ...value])]
  const name = (field: string) => words.fields[field] ?? names.get(field) ?? field.replace(/^custom_attributes\./, '')
  const add = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const field = attributeField(key)
    if (field && !value.includes(field)) onChange([...value, field])
    setKey('')
  }
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <MultiPickerField
        label={words.required}
        search={words.find}
        nothing={words.nothing}
        placeholder={words.requiredNone}
        value={value}
        choices={known.map((field) => ({ id: field, name: name(field) }))}
        onChange={onChange}
      />
      <TextField
        label={words.attribute}
        hint={words.attributeHint}
        value={key}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setKey(event.target.value)}
        onKeyDown={add}
      />
    </div>
  )
}
