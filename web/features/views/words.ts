import { dictionary } from '#web/app/i18n.ts'
import { viewEn } from './words.en.ts'
import { viewEs } from './words.es.ts'

export const useViewWords = dictionary(viewEs, viewEn)
