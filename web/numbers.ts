import { numberFormat } from './formats.ts'
import { language } from './i18n.ts'

/** Numbers as a person reads them: 12.840 or 12,840. */
export function useNumbers() {
  const locale = language.use() === 'es' ? 'es-CO' : 'en-US'
  return (value: number) => numberFormat(locale, {}).format(value)
}
