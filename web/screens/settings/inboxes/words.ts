import { dictionary } from '#web/i18n.ts'
import { inboxesEn } from '#web/locales/inboxes.en.ts'
import { inboxesEs } from '#web/locales/inboxes.es.ts'

export const useInboxWords = dictionary(inboxesEs, inboxesEn)
