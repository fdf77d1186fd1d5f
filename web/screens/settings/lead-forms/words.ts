import { dictionary } from '#web/app/i18n.ts'
import { leadFormEn } from './words.en.ts'
import { leadFormEs } from './words.es.ts'

export const useLeadFormWords = dictionary(leadFormEs, leadFormEn)
