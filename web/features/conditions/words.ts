import { dictionary } from '#web/app/i18n.ts'
import { conditionsEn } from './words.en.ts'
import { conditionsEs } from './words.es.ts'

export const useConditionWords = dictionary(conditionsEs, conditionsEn)
