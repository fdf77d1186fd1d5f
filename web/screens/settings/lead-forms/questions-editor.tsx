import { useRef } from 'react'
import { ArrowDown, ArrowUp, Plus, X } from '#web/ui/icons.ts'
import { lead_answers, type LeadFormField } from '#contract/records/lead-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { freeKey, isUsual, question } from './form-draft.ts'
import { useLeadFormWords } from './words.ts'

type Props = {
  value: LeadFormField[]
  onChange: (fields: LeadFormField[]) => void
  errors: Record<string, string>
}

export function QuestionsEditor({ value, onChange, errors }: Props) {
  const words = useLeadFormWords()
  const add = useRef<HTMLButtonElement>(null)
  const left = lead_answers.filter((key) => !value.some((field) => field.key === key))
  const move = (from: number, to: number) => onChange(value.toSpliced(from, 1).toSpliced(to, 0, value[from]!))
  const remove = (index: number) => {
    onChange(value.toSpliced(index, 1))
    add.current?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {errors['fields'] && <Notice>{words.problems.fields}</Notice>}
      <ol className="grid grid-cols-1 gap-3">
        {value.map((field, index) => (
          <li key={index}>
            <Question
              field={field}
              index={index}
              isLast={index === value.length - 1}
              errors={errors}
              onChange={(next) => onChange(value.with(index, next))}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <Menu
        align="start"
        trigger={
          <Button ref={add} look="outline" className="justify-self-start" icon={<Plus size={15} aria-hidden />}>
            {words.addField}
          </Button>
        }
      >
        {left.map((key) => (
          <MenuItem key={key} onSelect={() => onChange([...value, question(key)])}>
            {words.usualOnes[key]}
          </MenuItem>
        ))}
        {left.length > 0 && <MenuLine />}
        <MenuItem onSelect={() => onChange([...value, { ...question(freeKey(value, 'pregunta')), label: '' }])}>
          {words.own}
        </MenuItem>
      </Menu>
    </div>
  )
}

type QuestionProps = {
  field: LeadFormField
  index: number
  isLast: boolean
  errors: Record<string, string>
  onChange: (field: LeadFormField) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function Question({ field, index, isLast, errors, onChange, onMove, onRemove }: QuestionProps) {
  const words = useLeadFormWords()
  const usual = isUsual(field.key) ? words.usualOnes[field.key as keyof typeof words.usualOnes] : undefined
  const complaint = (name: string) => errors[`fields/${index}/${name}`]
  return (
    <div
      role="group"
      aria-label={words.number(index + 1)}
      className="grid grid-cols-1 gap-3 rounded-xl bg-sunken p-3 ring-1 ring-line ring-inset"
    >
      <div className="flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{usual ?? (field.label || words.own)}</span>
        <IconButton size="sm" label={words.up} disabled={index === 0} onClick={() => onMove(index - 1)}>
          <ArrowUp size={15} aria-hidden />
        </IconButton>
        <IconButton size="sm" label={words.down} disabled={isLast} onClick={() => onMove(index + 1)}>
          <ArrowDown size={15} aria-hidden />
        </IconButton>
        <IconButton size="sm" label={words.removeField} onClick={onRemove}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
      <div className="grid items-start gap-3 @2xl:grid-cols-2">
        <TextField
          label={words.label}
          placeholder={usual && words.labelUsual}
          value={field.label ?? ''}
          onChange={(event) => onChange({ ...field, label: event.target.value || (usual ? null : '') })}
          error={complaint('label')}
        />
        {!usual && (
          <TextField
            label={words.key}
            hint={words.keyHint}
            value={field.key}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => onChange({ ...field, key: event.target.value })}
            error={complaint('key') && words.problems.key}
          />
        )}
        {!usual && (
          <SelectField
            label={words.type}
            value={field.type}
            choices={words.types}
            onChange={(type) => onChange({ ...field, type })}
          />
        )}
        <div className="self-end">
          <Switch
            label={words.required}
            checked={field.required}
            onChange={(required) => onChange({ ...field, required })}
          />
        </div>
      </div>
      {field.type === 'choice' && (
        <TextArea
          label={words.choices}
          rows={3}
          value={field.choices.join('\n')}
          onChange={(event) => onChange({ ...field, choices: event.target.value.split('\n') })}
          error={complaint('choices') && words.problems.choices}
        />
      )}
    </div>
  )
}
