import { dictionary } from '#web/i18n.ts'
import { inboxEn } from '#web/locales/inbox.en.ts'
import { inboxEs } from '#web/locales/inbox.es.ts'

export const useInboxWords = dictionary(inboxEs, inboxEn)
