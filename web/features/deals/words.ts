import { dictionary } from '#web/app/i18n.ts'
import { dealEn } from './words.en.ts'
import { dealEs } from './words.es.ts'

export const useDealWords = dictionary(dealEs, dealEn)
