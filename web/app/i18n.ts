import { preference } from '#web/ui/preference.ts'
import { Problem } from './api.ts'
import { en } from './words.en.ts'
import { es, type Words } from './words.es.ts'

export type Language = keyof typeof dictionaries

const dictionaries = { es, en } satisfies Record<string, Words>
export const languages = { es: 'Español', en: 'English' } satisfies Record<Language, string>

let accountLanguage: Language | undefined

export const language = preference<Language>('hilo.language', ['es', 'en'], () => accountLanguage ?? browserLanguage())

/** Sets the default: the account's language applies until the person chooses one. */
export function setAccountLanguage(locale: string) {
  accountLanguage = locale.startsWith('en') ? 'en' : 'es'
  language.refresh()
}

/** Keeps the `lang` attribute of the page in step with the chosen language. */
export function followLanguage() {
  const apply = () => (document.documentElement.lang = language.get())
  apply()
  language.subscribe(apply)
}

/** A hook for the words of one folder, loaded with its screen. Spanish defines the shape; English must match it. */
export const dictionary =
  <W>(es: W, en: NoInfer<W>) =>
  (): W =>
    ({ es, en })[language.use()]

export const useWords = (): Words => dictionaries[language.use()]
export const words = (): Words => dictionaries[language.get()]

/** The message for a failure: in the person's language if the code is known, else the server's own sentence. */
export function describeError(error: unknown, field?: string) {
  const { problems } = words()
  if (!(error instanceof Problem)) return problems.internal
  return messageFor(error.code, field) ?? (error.message || problems.internal)
}

/** The message for a failure of a form, unless it has errors to show under fields. */
export const describeFormError = (error: unknown): string | undefined =>
  error && Object.keys(fieldErrors(error)).length === 0 ? describeError(error) : undefined

/** The server's validation errors by field name, to show under the inputs. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof Problem)) return {}
  return Object.fromEntries(
    error.errors.map(({ pointer, parameter, code, detail }) => {
      const field = parameter ?? pointer?.replace(/^#?\//, '') ?? ''
      return [field, messageFor(code, field) ?? messageFor(error.code, field) ?? detail]
    }),
  )
}

/** The message for one field's error code; falls back to the server's sentence, which says more than the bare code. */
export function describeFieldError(field: string | null, code: string, detail: string): string {
  const messages: Record<string, string> = words().problems
  return messages[`${field}.${code}`] ?? detail
}

function messageFor(code: string, field?: string) {
  const messages: Record<string, string> = words().problems
  return messages[`${field}.${code}`] ?? messages[code]
}

function browserLanguage(): Language {
  return navigator.language.startsWith('en') ? 'en' : 'es'
}
