import { dictionary } from '#web/app/i18n.ts'
import { guideEn } from './words.en.ts'
import { guideEs } from './words.es.ts'

export const useGuideWords = dictionary(guideEs, guideEn)
