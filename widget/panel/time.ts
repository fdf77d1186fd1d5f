import type { Language } from '#widget/language.ts'
import type { Words } from './state.ts'

const regions: Record<string, string> = { es: 'es-419', en: 'en-US' }

/** 3:05 p. m. */
export function clock(at: string, language: string): string {
  return new Intl.DateTimeFormat(regions[language], { timeStyle: 'short' }).format(new Date(at))
}

/** “Today”, “yesterday” or the date. */
export function dayName(at: string, language: Language, words: Words, now = new Date()): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const day = new Date(at)
  if (day.toDateString() === now.toDateString()) return words.today
  if (day.toDateString() === yesterday.toDateString()) return words.yesterday
  return new Intl.DateTimeFormat(regions[language], { dateStyle: 'long' }).format(day)
}
