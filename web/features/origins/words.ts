import { dictionary } from '#web/app/i18n.ts'
import { originsEn } from './words.en.ts'
import { originsEs } from './words.es.ts'

export const useOriginWords = dictionary(originsEs, originsEn)
