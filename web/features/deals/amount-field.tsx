import type { ReactNode } from 'react'
import { useMoney } from '#web/app/format/money.ts'
import { readAmount } from '#web/app/format/amount.ts'
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

/** Accepts formatted amounts, shows below how the text was read, and groups its digits when the field is left. */
export function AmountField({ value, currency, onChange, ...field }: Props) {
  const money = useMoney()
  const amount = readAmount(value)
  const formatted = amount != null && isCurrency(currency) ? money.full(amount, currency) : undefined
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => amount != null && onChange(money.plain(amount))}
      {...(amount === undefined && { 'aria-invalid': true })}
      hint={formatted ?? '\u00a0'}
    />
  )
}

/** A currency code may be incomplete while it is typed. */
export const isCurrency = (code: string) => /^[A-Za-z]{3}$/.test(code)
