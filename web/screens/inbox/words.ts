import { dictionary } from '#web/app/i18n.ts'
import { inboxEn } from './words.en.ts'
import { inboxEs } from './words.es.ts'

export const useInboxWords = dictionary(inboxEs, inboxEn)
