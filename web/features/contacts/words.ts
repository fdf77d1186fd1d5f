import { dictionary } from '#web/app/i18n.ts'
import { contactEn } from './words.en.ts'
import { contactEs } from './words.es.ts'

export const useContactWords = dictionary(contactEs, contactEn)
