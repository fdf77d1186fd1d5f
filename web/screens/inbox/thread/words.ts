import { dictionary } from '#web/i18n.ts'
import { threadEn } from '#web/locales/thread.en.ts'
import { threadEs } from '#web/locales/thread.es.ts'

export const useThreadWords = dictionary(threadEs, threadEn)
