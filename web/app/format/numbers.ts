import { language } from '#web/app/i18n.ts'
import { numberFormat } from './intl.ts'

/** Numbers as a person reads them: 12.840 or 12,840. */
export function useNumbers() {
  const locale = language.use() === 'es' ? 'es-CO' : 'en-US'
  // Creating the formatter costs more than everything else the first page does with numbers.
  return (value: number) => (isPlain(value) ? String(value) : numberFormat(locale, {}).format(value))
}

const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1_000
