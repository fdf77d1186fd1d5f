export type Language = 'es' | 'en'
export type Locale = Language | 'auto'

/** Locales such as es_MX or en-US, as a site writes them; undefined for one we do not support. */
export function toLocale(written: unknown): Locale | undefined {
  return written === 'auto' ? 'auto' : (/^(es|en)(?![a-z])/i.exec(String(written))?.[1]?.toLowerCase() as Language)
}

/** The language the site chose, or the visitor's first preferred language that we support. */
export function chooseLanguage(locale: Locale, preferred: readonly string[], fallback: Language): Language {
  if (locale !== 'auto') return locale
  const supported = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'es' || tag === 'en')
  return (supported as Language | undefined) ?? fallback
}
