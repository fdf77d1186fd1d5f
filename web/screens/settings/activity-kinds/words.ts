import { dictionary } from '#web/app/i18n.ts'
import { activityTypeEn } from './words.en.ts'
import { activityTypeEs } from './words.es.ts'

export const useActivityTypeWords = dictionary(activityTypeEs, activityTypeEn)
