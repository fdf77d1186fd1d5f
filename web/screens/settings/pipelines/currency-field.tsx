import { useMemo } from 'react'
import { language } from '#web/app/i18n.ts'
import { currencies } from '#web/screens/settings/workspace/places.ts'
import { PickerField } from '#web/ui/picker-field.tsx'
import { usePipelineSettingsWords } from './words.ts'

type Props = { value: string; onChange: (currency: string) => void; error?: string | undefined }

export function CurrencyField({ value, onChange, error }: Props) {
  const words = usePipelineSettingsWords()
  const locale = language.use()
  const choices = useMemo(() => currencies(locale), [locale])
  return (
    <PickerField
      label={words.currency}
      search={words.findCurrency}
      nothing={words.nothing}
      value={value}
      choices={choices}
      onChange={onChange}
      error={error}
    />
  )
}
