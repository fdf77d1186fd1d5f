import type { ReactNode } from 'react'
import { useMoney } from '#web/money.ts'
import { readAmount } from '#web/parts/amount.ts'
import { TextField } from '#web/ui/field.tsx'

type Props = {
  label: string
  value: string
  currency: string
  onChange: (text: string) => void
  error?: ReactNode
  autoFocus?: boolean
  optional?: string
}

/** An amount as people write it; under it, as it was understood. */
export function AmountField({ value, currency, onChange, ...field }: Props) {
  const money = useMoney()
  const amount = readAmount(value)
  const understood = amount != null && isCurrency(currency) ? money.full(amount, currency) : undefined
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...(amount === undefined && { 'aria-invalid': true })}
      hint={understood ?? '\u00a0'}
    />
  )
}

/** While a currency is being typed it is not one yet. */
export const isCurrency = (code: string) => /^[A-Za-z]{3}$/.test(code)
