import { useAct } from '#web/app/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { useKnowledgeWords } from './words.ts'

/** Processes a document again; a web page is fetched anew. */
export function useReindex() {
  const words = useKnowledgeWords()
  return useAct('reindex_knowledge_document', {
    invalidates: ['list_knowledge_documents', 'get_knowledge_document'],
    onSuccess: () => toast.good(words.reindexed),
  })
}
