import { dictionary } from '#web/app/i18n.ts'
import { botEn } from './words.en.ts'
import { botEs } from './words.es.ts'

export const useBotWords = dictionary(botEs, botEn)
