import { dictionary } from '#web/app/i18n.ts'
import { messageEn } from './words.en.ts'
import { messageEs } from './words.es.ts'

export const useMessageWords = dictionary(messageEs, messageEn)
