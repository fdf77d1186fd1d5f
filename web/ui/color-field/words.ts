import { dictionary } from '#web/app/i18n.ts'
import { colorEn } from './words.en.ts'
import { colorEs } from './words.es.ts'

export const useColorWords = dictionary(colorEs, colorEn)
