import { dictionary } from '#web/i18n.ts'
import { dealEn } from '#web/locales/deal.en.ts'
import { dealEs } from '#web/locales/deal.es.ts'

export const useDealWords = dictionary(dealEs, dealEn)
