import { dictionary } from '#web/app/i18n.ts'
import { labelEn } from './words.en.ts'
import { labelEs } from './words.es.ts'

export const useLabelWords = dictionary(labelEs, labelEn)
