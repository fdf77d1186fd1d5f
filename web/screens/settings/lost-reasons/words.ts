import { dictionary } from '#web/app/i18n.ts'
import { lostReasonEn } from './words.en.ts'
import { lostReasonEs } from './words.es.ts'

export const useLostReasonWords = dictionary(lostReasonEs, lostReasonEn)
