import { dictionary } from '#web/app/i18n.ts'
import { collectionEn, knowledgeEn, searchEn } from './words.en.ts'
import { collectionEs, knowledgeEs, searchEs } from './words.es.ts'

export const useKnowledgeWords = dictionary(knowledgeEs, knowledgeEn)
export const useCollectionWords = dictionary(collectionEs, collectionEn)
export const useSearchWords = dictionary(searchEs, searchEn)
