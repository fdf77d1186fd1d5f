import { dictionary } from '#web/app/i18n.ts'
import { planEn } from './words.en.ts'
import { planEs } from './words.es.ts'

export const usePlanWords = dictionary(planEs, planEn)
