import { dateFormat } from '#web/formats.ts'
import { language } from '#web/i18n.ts'

/** A day of the calendar as a person reads it. It is the same day everywhere, so that no zone moves it. */
export function useDay() {
  const locale = language.use() === 'es' ? 'es-419' : 'en-US'
  const format = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
}
