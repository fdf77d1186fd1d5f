import { dateFormat } from '#web/app/format/intl.ts'
import { language } from '#web/app/i18n.ts'

/** Formats a calendar day, independent of time zones. */
export function useDay() {
  const locale = language.use() === 'es' ? 'es-419' : 'en-US'
  const format = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
}
