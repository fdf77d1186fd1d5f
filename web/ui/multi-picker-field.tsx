import type { ReactNode } from 'react'
import { Labelled } from './field.tsx'
import { fieldTrigger } from './picker-field.tsx'
import { MultiPicker, type Choice } from './opened/picker.tsx'

type Props = {
  label: string
  /** Names the field to type in. */
  search: string
  nothing: string
  /** What stands there while nothing is chosen. */
  placeholder: string
  value: readonly string[]
  choices: readonly Choice[]
  onChange: (ids: string[]) => void
  hint?: ReactNode
  error?: ReactNode
}

/** Any of many, found by typing, as a field of a form. */
export function MultiPickerField({
  label,
  search,
  nothing,
  placeholder,
  value,
  choices,
  onChange,
  hint,
  error,
}: Props) {
  const chosen = choices.filter(({ id }) => value.includes(id)).map(({ name }) => name)
  return (
    <Labelled {...{ label, hint, error }}>
      <MultiPicker
        trigger={fieldTrigger(chosen.join(', '), placeholder)}
        label={search}
        nothing={nothing}
        value={value}
        choices={choices}
        onChange={onChange}
      />
    </Labelled>
  )
}
