import type { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { useCollectionWords } from './words.ts'

type Props = { collection: KnowledgeCollection | undefined; onClose: () => void }

export function DeleteCollection({ collection, onClose }: Props) {
  const words = useCollectionWords()
  const format = useNumbers()
  return (
    <DeleteDialog
      record={collection}
      nameOf={({ name }) => name}
      onClose={onClose}
      operation="delete_knowledge_collection"
      input={({ id }) => ({ collection_id: id })}
      invalidates={['list_knowledge_collections', 'list_knowledge_documents']}
      words={words}
    >
      {({ document_count }) => words.deleteWarning(words.count(document_count, format(document_count)))}
    </DeleteDialog>
  )
}
