import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useKnowledgeWords } from './words.ts'

type Props = { document: KnowledgeDocument | undefined; onClose: () => void; onDeleted?: () => void }

export function DeleteDocument({ document, onClose, onDeleted }: Props) {
  const { common } = useWords()
  const words = useKnowledgeWords()
  const shown = useLast(document)
  const remove = useAct('delete_knowledge_document', {
    refreshes: ['list_knowledge_documents', 'list_knowledge_collections'],
    onSuccess: () => {
      onClose()
      if (shown) toast.good(words.deleted(shown.title))
      onDeleted?.()
    },
  })
  return (
    <Confirm
      open={document !== undefined}
      onClose={onClose}
      title={words.deleteTitle(shown?.title ?? '')}
      cancel={common.cancel}
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => document && remove.mutate({ document_id: document.id })}
    >
      {words.deleteWarning}
    </Confirm>
  )
}
