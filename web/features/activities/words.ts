import { dictionary } from '#web/app/i18n.ts'
import { activityEn } from './words.en.ts'
import { activityEs } from './words.es.ts'

export const useActivityWords = dictionary(activityEs, activityEn)
