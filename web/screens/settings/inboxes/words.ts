import { dictionary } from '#web/app/i18n.ts'
import { inboxesEn } from './words.en.ts'
import { inboxesEs } from './words.es.ts'

export const useInboxWords = dictionary(inboxesEs, inboxesEn)
