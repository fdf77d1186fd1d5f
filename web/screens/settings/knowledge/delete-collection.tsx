import type { KnowledgeCollection } from '#contract/records/knowledge.ts'
import { useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCollectionWords } from './words.ts'

type Props = { collection: KnowledgeCollection | undefined; onClose: () => void }

export function DeleteCollection({ collection, onClose }: Props) {
  const { common } = useWords()
  const words = useCollectionWords()
  const format = useNumbers()
  const shown = useLast(collection)
  const remove = useAct('delete_knowledge_collection', {
    refreshes: ['list_knowledge_collections', 'list_knowledge_documents'],
    onSuccess: () => {
      onClose()
      if (shown) toast.good(words.deleted(shown.name))
    },
  })
  const count = shown?.document_count ?? 0
  return (
    <Confirm
      open={collection !== undefined}
      onClose={onClose}
      title={words.deleteTitle(shown?.name ?? '')}
      cancel={common.cancel}
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => collection && remove.mutate({ collection_id: collection.id })}
    >
      {words.deleteWarning(words.count(count, format(count)))}
    </Confirm>
  )
}
