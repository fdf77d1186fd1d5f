import { Problem } from './api.ts'
import { en } from './locales/en.ts'
import { es, type Words } from './locales/es.ts'
import { preference } from './ui/preference.ts'

export type Language = keyof typeof dictionaries

const dictionaries = { es, en } satisfies Record<string, Words>
export const languages = { es: 'Español', en: 'English' } satisfies Record<Language, string>

let ofAccount: Language | undefined

export const language = preference<Language>('hilo.language', ['es', 'en'], () => ofAccount ?? ofBrowser())

/** The account's language holds until the person chooses another one. */
export function setAccountLanguage(locale: string) {
  ofAccount = locale.startsWith('en') ? 'en' : 'es'
  language.refresh()
}

export function followLanguage() {
  const apply = () => (document.documentElement.lang = language.get())
  apply()
  language.subscribe(apply)
}

/** The words of one part of the app, which come with that part: Spanish says which there are, English has the same. */
export const dictionary =
  <W>(es: W, en: NoInfer<W>) =>
  (): W =>
    ({ es, en })[language.use()]

export const useWords = (): Words => dictionaries[language.use()]
export const words = (): Words => dictionaries[language.get()]

/** A sentence about a failure, in the person's language where the code is known, else as the server put it. */
export function explain(error: unknown, field?: string) {
  const { problems } = words()
  if (!(error instanceof Problem)) return problems.internal
  return sentence(error.code, field) ?? (error.message || problems.internal)
}

/** The server's complaints by field name, ready to stand under their inputs. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof Problem)) return {}
  return Object.fromEntries(
    error.errors.map(({ pointer, parameter, code, detail }) => {
      const field = parameter ?? pointer?.replace(/^#?\//, '') ?? ''
      return [field, sentence(code, field) ?? sentence(error.code, field) ?? detail]
    }),
  )
}

/** The sentence of a refusal that only comes with its code; the server's own says more where none fits the field. */
export function explainField(field: string | null, code: string, detail: string): string {
  const known: Record<string, string> = words().problems
  return known[`${field}.${code}`] ?? detail
}

function sentence(code: string, field?: string) {
  const known: Record<string, string> = words().problems
  return known[`${field}.${code}`] ?? known[code]
}

function ofBrowser(): Language {
  return navigator.language.startsWith('en') ? 'en' : 'es'
}
