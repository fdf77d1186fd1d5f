import { useState, type KeyboardEvent } from 'react'
import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { ColorField } from '#web/parts/color-field/color-field.tsx'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MultiPickerField } from '#web/ui/multi-picker-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { attributeField, fieldsFor } from './stage-fields.ts'
import { useShowPipeline } from './use-show-pipeline.ts'
import { useStageWords } from './words.ts'

type Props = { pipeline: Pipeline; stage: Stage | undefined; onClose: () => void }

export function EditStage({ pipeline, stage, onClose }: Props) {
  const { common } = useWords()
  const words = useStageWords()
  const shown = useLast(stage)
  return (
    <Dialog
      open={stage !== undefined}
      onClose={onClose}
      title={words.edit(shown?.name ?? '')}
      closeLabel={common.close}
    >
      {shown && <Form pipeline={pipeline} stage={shown} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ pipeline, stage, onClose }: { pipeline: Pipeline; stage: Stage; onClose: () => void }) {
  const { common } = useWords()
  const words = useStageWords()
  const [color, setColor] = useState(stage.color)
  const [required, setRequired] = useState(stage.required_fields)
  const show = useShowPipeline()
  const update = useAct('update_stage', {
    quiet: true,
    onSuccess: (saved) => {
      show(saved)
      onClose()
      toast.good(words.saved(saved.stages.find(({ id }) => id === stage.id)?.name ?? ''))
    },
  })
  const errors = fieldErrors(update.error)
  const save = ({ name = '', probability = '', rotting_days = '' }: Record<string, string>) =>
    update.mutate({
      stage_id: stage.id,
      name: name.trim(),
      ...(stage.type === 'open' && { probability: Number(probability) }),
      color,
      rotting_days: rotting_days.trim() ? Number(rotting_days) : null,
      required_fields: required,
    })
  return (
    <form noValidate onSubmit={submitted(save)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {update.error && Object.keys(errors).length === 0 && <Notice>{explain(update.error)}</Notice>}
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
          <Switch
            label={words.noColor}
            checked={color === null}
            onChange={(none) => setColor(none ? null : '#3b6fd4')}
          />
          {color !== null && (
            <ColorField label={words.color} value={color} onChange={setColor} error={errors['color']} />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={update.isPending}>
          {common.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

type RequiredProps = { kind: Pipeline['kind']; value: string[]; onChange: (fields: string[]) => void }

/** What a record must have to enter: fields by their names, attributes by their keys. */
function Required({ kind, value, onChange }: RequiredProps) {
  const words = useStageWords()
  const [key, setKey] = useState('')
  const known = [...new Set([...fieldsFor(kind), ...value])]
  const name = (field: string) => words.fields[field] ?? field.replace(/^custom_attributes\./, '')
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
