import { dictionary } from '#web/app/i18n.ts'
import { automationsEn } from './words.en.ts'
import { automationsEs } from './words.es.ts'

export const useAutomationWords = dictionary(automationsEs, automationsEn)
