import { dictionary } from '#web/app/i18n.ts'
import { cannedEn } from './words.en.ts'
import { cannedEs } from './words.es.ts'

export const useCannedWords = dictionary(cannedEs, cannedEn)
