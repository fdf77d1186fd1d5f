export type Language = 'es' | 'en'

/** The language to speak: the one the site chose, or the first of the visitor's that we know. */
export function chooseLanguage(locale: Language | 'auto', wanted: readonly string[], otherwise: Language): Language {
  if (locale !== 'auto') return locale
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'es' || tag === 'en')
  return (known as Language | undefined) ?? otherwise
}
