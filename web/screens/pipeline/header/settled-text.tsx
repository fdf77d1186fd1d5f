import { useState } from 'react'
import { readAmount } from '#web/parts/amount.ts'
import { TextField } from '#web/ui/field.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

type Props = {
  label: string
  hint?: string
  value: string
  /** Written as people write amounts, and passed on as a plain number. */
  isAmount?: boolean
  onSettle: (text: string) => void
}

/** A text that filters once its writer rests. */
export function SettledText({ label, hint, value, isAmount = false, onSettle }: Props) {
  const [text, setText] = useState(value)
  const read = isAmount ? plain(text) : text.trim()
  useDebounced(read, (settled) => settled !== undefined && settled !== value && onSettle(settled), 350)
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

function plain(text: string) {
  const amount = readAmount(text)
  return amount === undefined ? undefined : String(amount ?? '')
}
