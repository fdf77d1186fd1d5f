import { dictionary } from '#web/app/i18n.ts'
import { conversationEn } from './words.en.ts'
import { conversationEs } from './words.es.ts'

export const useConversationWords = dictionary(conversationEs, conversationEn)
