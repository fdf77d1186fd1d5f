import { dictionary } from '#web/app/i18n.ts'
import { outboxEn } from './words.en.ts'
import { outboxEs } from './words.es.ts'

export const useOutboxWords = dictionary(outboxEs, outboxEn)
