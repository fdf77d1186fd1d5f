import { numberFormat } from './formats.ts'
import { language } from './i18n.ts'

/** Numbers as a person reads them: 12.840 or 12,840. */
export function useNumbers() {
  const locale = language.use() === 'es' ? 'es-CO' : 'en-US'
  // Making the format takes longer than all else a first page does with numbers, and few need it.
  return (value: number) => (isPlain(value) ? String(value) : numberFormat(locale, {}).format(value))
}

const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1_000
