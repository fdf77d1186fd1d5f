import { useAccount } from './session.ts'
import { language } from './i18n.ts'

/** Moments as a person of this account reads them: the account's time zone, the person's language. */
export function useTime() {
  const { time_zone } = useAccount()
  const locale = language.use()

  const format = (options: Intl.DateTimeFormatOptions) => formatter(locale, { ...options, timeZone: time_zone })
  return {
    /** 14 nov 2026, 3:05 p. m. */
    full: (at: string) => format({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at)),
    /** 14 nov 2026 */
    day: (at: string) => format({ dateStyle: 'medium' }).format(new Date(at)),
    /** hace 3 h; after a week, the day itself. */
    ago: (at: string) => ago(at, locale) ?? format({ dateStyle: 'medium' }).format(new Date(at)),
  }
}

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function ago(at: string, locale: string) {
  const seconds = Math.max(0, (Date.now() - Date.parse(at)) / 1000)
  if (seconds >= 7 * 86_400) return undefined
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const step = steps.find(([, size]) => seconds >= size)
  return step ? relative.format(-Math.floor(seconds / step[1]), step[0]) : relative.format(0, 'second')
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter is slow, using one is fast, and a list uses hundreds. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions) {
  const key = locale + JSON.stringify(options)
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(regions[locale] ?? locale, options)
  formatters.set(key, made)
  return made
}

const regions: Record<string, string> = { es: 'es-419', en: 'en-US' }
