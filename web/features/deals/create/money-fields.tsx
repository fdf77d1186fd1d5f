import { AmountField } from '#web/features/deals/amount-field.tsx'
import { useDealWords } from '#web/features/deals/words.ts'
import { SelectField } from '#web/ui/select.tsx'

type Props = {
  label: string
  amount: string
  currency: string
  onAmount: (text: string) => void
  onCurrency: (code: string) => void
  error?: string | undefined
}

export function MoneyFields({ label, amount, currency, onAmount, onCurrency, error }: Props) {
  const { fields } = useDealWords()
  const codes = currencies.includes(currency) ? currencies : [currency, ...currencies]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-2">
      <AmountField label={label} value={amount} currency={currency} onChange={onAmount} error={error} />
      <SelectField
        label={fields.currency}
        value={currency}
        choices={codes.map((code) => [code, code] as const)}
        onChange={onCurrency}
      />
    </div>
  )
}

const currencies = ['COP', 'USD', 'EUR', 'MXN', 'PEN', 'CLP', 'ARS', 'BRL', 'UYU', 'GTQ', 'CRC', 'DOP', 'BOB', 'PYG']
