import { dictionary } from '#web/i18n.ts'
import { assistantEn } from '#web/locales/settings-assistant.en.ts'
import { assistantEs } from '#web/locales/settings-assistant.es.ts'

export const useKnowledgeWords = dictionary(assistantEs.knowledge, assistantEn.knowledge)
export const useCollectionWords = dictionary(assistantEs.collections, assistantEn.collections)
export const useSearchWords = dictionary(assistantEs.search, assistantEn.search)
