import { dateFormat } from '#web/app/format/intl.ts'
import { language } from '#web/app/i18n.ts'

/** Formats calendar days. They have no time zone, so they are read and written as UTC. */
export function useDayFormats() {
  const locale = language.use() === 'es' ? 'es-419' : 'en-US'
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { ...options, timeZone: 'UTC' })
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  return {
    /** 17 oct */
    short: (day: string) => format({ day: 'numeric', month: 'short' }).format(at(day)),
    /** sáb, 17 oct 2026 */
    long: (day: string) =>
      format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(at(day)),
    /** 17 oct – 15 nov 2026 */
    span: (from: string, to: string) =>
      format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(at(from), at(to)),
  }
}
