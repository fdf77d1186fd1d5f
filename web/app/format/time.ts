import { language } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { ago } from './ago.ts'
import { dateFormat, relativeFormat } from './intl.ts'

/** Formats timestamps in the account's time zone and the person's language. */
export function useTime() {
  const { time_zone } = useAccount()
  const locale = language.use()

  const format = (options: Intl.DateTimeFormatOptions) => formatter(locale, { ...options, timeZone: time_zone })
  return {
    /** 14 nov 2026, 3:05 p. m. */
    full: (at: string) => format({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at)),
    /** 14 nov 2026 */
    day: (at: string) => format({ dateStyle: 'medium' }).format(new Date(at)),
    /** A calendar day, the same in every time zone: 14 nov 2026 */
    calendarDay: (day: string) => formatter(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day)),
    /** 3:05 p. m. */
    clock: (at: string) => format({ timeStyle: 'short' }).format(new Date(at)),
    /** martes, 14 de noviembre; with the year if it is not this year. */
    date: (at: string) => format({ weekday: 'long', ...dayAndMonth(at) }).format(new Date(at)),
    /** mar, 14 nov, 3:05 p. m. */
    moment: (at: string) =>
      format({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(
        new Date(at),
      ),
    /** en 20 min, hace 3 h, mañana: past and future. */
    away: (at: string) => away(at, locale),
    /** hace 3 h; after a week, the date. */
    ago: (at: string) => {
      const seconds = Math.max(0, (Date.now() - Date.parse(at)) / 1000)
      return seconds < 7 * 86_400 ? ago(seconds, locale) : format({ dateStyle: 'medium' }).format(new Date(at))
    },
  }
}

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function away(at: string, locale: string) {
  const seconds = (Date.parse(at) - Date.now()) / 1000
  const relative = relativeFormat(locale, { numeric: 'auto', style: 'short' })
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? (['minute', 60] as const)
  return relative.format(Math.trunc(seconds / size), unit)
}

const dayAndMonth = (at: string): Intl.DateTimeFormatOptions => ({
  day: 'numeric',
  month: 'long',
  ...(new Date(at).getUTCFullYear() !== new Date().getUTCFullYear() && { year: 'numeric' }),
})

const formatter = (locale: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(regions[locale] ?? locale, options)

const regions: Record<string, string> = { es: 'es-419', en: 'en-US' }
