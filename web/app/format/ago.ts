import type { Language } from '#web/app/i18n.ts'

const words = {
  es: {
    now: 'ahora',
    minutes: (count: number) => `hace ${count} min`,
    hours: (count: number) => `hace ${count} h`,
    days: (count: number) => ['ayer', 'anteayer'][count - 1] ?? `hace ${count} d`,
  },
  en: {
    now: 'now',
    minutes: (count: number) => `${count} min. ago`,
    hours: (count: number) => `${count} hr. ago`,
    days: (count: number) => (count === 1 ? 'yesterday' : `${count} days ago`),
  },
}

/** A relative time such as "3 hr. ago", worded as `Intl` does; creating an `Intl` formatter would slow the first page. */
export function ago(seconds: number, language: Language): string {
  const { now, minutes, hours, days } = words[language]
  if (seconds < 60) return now
  if (seconds < 3_600) return minutes(Math.floor(seconds / 60))
  if (seconds < 86_400) return hours(Math.floor(seconds / 3_600))
  return days(Math.floor(seconds / 86_400))
}
