import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { cx } from './cx.ts'
import { inputClass, Labelled } from './field.tsx'
import { MultiPicker, type Choice } from './picker.tsx'

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
  const trigger = (
    <button
      type="button"
      className={cx(inputClass, 'flex h-9 items-center justify-between gap-2 text-left pointer-coarse:h-11')}
    >
      <span className={cx('min-w-0 flex-1 truncate', chosen.length === 0 && 'text-ink-3')}>
        {chosen.join(', ') || placeholder}
      </span>
      <ChevronDown size={15} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  )
  return (
    <Labelled {...{ label, hint, error }}>
      <MultiPicker
        isField
        trigger={trigger}
        label={search}
        nothing={nothing}
        value={value}
        choices={choices}
        onChange={onChange}
      />
    </Labelled>
  )
}
