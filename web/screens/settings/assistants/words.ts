import { dictionary } from '#web/app/i18n.ts'
import { assistantsEn } from './words.en.ts'
import { assistantsEs } from './words.es.ts'

export const useAssistantsWords = dictionary(assistantsEs, assistantsEn)
