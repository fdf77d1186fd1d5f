import type { ReactNode } from 'react'
import { MultiPicker, type Choice } from '#web/ui/popup/picker.tsx'
import { FieldFrame } from './field.tsx'
import { fieldTrigger } from './picker-field.tsx'

type Props = {
  label: string
  /** The label of the search input. */
  search: string
  nothing: string
  /** Shown while nothing is chosen. */
  placeholder: string
  value: readonly string[]
  choices: readonly Choice[]
  onChange: (ids: string[]) => void
  hint?: ReactNode
  error?: ReactNode
}

/** A form field that chooses several of many, found by typing. */
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
    <FieldFrame {...{ label, hint, error }}>
      <MultiPicker
        trigger={fieldTrigger(chosen.join(', '), placeholder)}
        label={search}
        nothing={nothing}
        value={value}
        choices={choices}
        onChange={onChange}
      />
    </FieldFrame>
  )
}
