import { dictionary } from '#web/i18n.ts'
import { salesEn } from '#web/locales/settings-sales.en.ts'
import { salesEs } from '#web/locales/settings-sales.es.ts'

export const useLeadFormWords = dictionary(salesEs.forms, salesEn.forms)
