import { dictionary } from '#web/app/i18n.ts'
import { emojiEn } from './words.en.ts'
import { emojiEs } from './words.es.ts'

export const useEmojiWords = dictionary(emojiEs, emojiEn)
