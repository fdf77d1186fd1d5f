import { dictionary } from '#web/app/i18n.ts'
import { scheduleListEn } from './words.en.ts'
import { scheduleListEs } from './words.es.ts'

export const useScheduleListWords = dictionary(scheduleListEs, scheduleListEn)
