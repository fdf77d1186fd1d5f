import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { useKnowledgeWords } from './words.ts'

type Props = { document: KnowledgeDocument | undefined; onClose: () => void; onDeleted?: () => void }

export function DeleteDocument({ document, onClose, onDeleted }: Props) {
  const words = useKnowledgeWords()
  return (
    <DeleteDialog
      record={document}
      nameOf={({ title }) => title}
      onClose={onClose}
      onDeleted={onDeleted}
      operation="delete_knowledge_document"
      input={({ id }) => ({ document_id: id })}
      invalidates={['list_knowledge_documents', 'list_knowledge_collections']}
      words={words}
    >
      {words.deleteWarning}
    </DeleteDialog>
  )
}
