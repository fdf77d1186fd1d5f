import { dictionary } from '#web/app/i18n.ts'
import { classicTokenEn } from './words.en.ts'
import { classicTokenEs } from './words.es.ts'

export const useClassicTokenWords = dictionary(classicTokenEs, classicTokenEn)
