import { dictionary } from '#web/app/i18n.ts'
import { reportsEn } from './words.en.ts'
import { reportsEs } from './words.es.ts'

export const useReportWords = dictionary(reportsEs, reportsEn)
