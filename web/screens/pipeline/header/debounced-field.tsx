import { useState } from 'react'
import { readAmount } from '#web/app/format/amount.ts'
import { TextField } from '#web/ui/field.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

type Props = {
  label: string
  hint?: string
  value: string
  /** Accepts formatted amounts and commits a plain number. */
  isAmount?: boolean
  onCommit: (text: string) => void
}

/** A text field that commits after a pause in typing. */
export function DebouncedField({ label, hint, value, isAmount = false, onCommit }: Props) {
  const [text, setText] = useState(value)
  const read = isAmount ? toPlainAmount(text) : text.trim()
  useDebounced(read, (settled) => settled !== undefined && settled !== value && onCommit(settled), 350)
  return (
    <TextField
      label={label}
      hint={hint}
      autoComplete="off"
      {...(isAmount && { inputMode: 'decimal' as const })}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

function toPlainAmount(text: string) {
  const amount = readAmount(text)
  return amount === undefined ? undefined : String(amount ?? '')
}
