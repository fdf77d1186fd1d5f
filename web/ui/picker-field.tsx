import type { ReactNode } from 'react'
import { ChevronDown } from './icons.ts'
import { Picker, type Choice } from '#web/ui/popup/picker.tsx'
import { cx } from './cx.ts'
import { FieldFrame } from './field.tsx'
import { inputClass } from './input-class.ts'

type Props = {
  label: string
  /** The label of the search input. */
  search: string
  nothing: string
  value: string
  choices: readonly Choice[]
  onChange: (id: string) => void
  hint?: ReactNode
  error?: ReactNode
  placeholder?: string
}

/** A form field that chooses one of many, found by typing. */
export function PickerField({ label, search, nothing, value, choices, onChange, hint, error, placeholder }: Props) {
  const chosen = choices.find(({ id }) => id === value)?.name ?? value
  return (
    <FieldFrame {...{ label, hint, error }}>
      <Picker
        trigger={fieldTrigger(chosen, placeholder)}
        label={search}
        nothing={nothing}
        value={value}
        choices={choices}
        onPick={onChange}
      />
    </FieldFrame>
  )
}

/** A trigger that looks like a form field. */
export const fieldTrigger = (chosen: string, placeholder?: string) => (
  <button
    type="button"
    className={cx(inputClass, 'flex h-9 items-center justify-between gap-2 text-left pointer-coarse:h-11')}
  >
    <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-ink-3')}>{chosen || placeholder}</span>
    <ChevronDown size={15} aria-hidden className="shrink-0 text-ink-3" />
  </button>
)
