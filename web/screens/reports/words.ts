import { dictionary } from '#web/i18n.ts'
import { reportsEn } from '#web/locales/reports.en.ts'
import { reportsEs } from '#web/locales/reports.es.ts'

export const useReportWords = dictionary(reportsEs, reportsEn)
