import { useAct } from '#web/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { useKnowledgeWords } from './words.ts'

/** Reads a document again: a page as it is now, a file or text from the beginning. */
export function useReindex() {
  const words = useKnowledgeWords()
  return useAct('reindex_knowledge_document', {
    refreshes: ['list_knowledge_documents', 'get_knowledge_document'],
    onSuccess: () => toast.good(words.reindexed),
  })
}
