import { dictionary } from '#web/app/i18n.ts'
import { propertiesEn } from './words.en.ts'
import { propertiesEs } from './words.es.ts'

export const usePropertiesWords = dictionary(propertiesEs, propertiesEn)

/** Names types and availabilities, which are stored as text, in the person's language. */
export function useValueName(): (text: string) => string {
  const { valueNames } = usePropertiesWords()
  return (text) => valueNames[text.trim().toLowerCase()] ?? text.charAt(0).toUpperCase() + text.slice(1)
}
