import type { Label } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct, useRead } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLabelWords } from './words.ts'

/** Before a label goes: what carries it, and what becomes of that. */
export function DeleteLabel({ label, onClose }: { label: Label | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useLabelWords()
  const shown = useLast(label)
  const remove = useAct('delete_label', {
    refreshes: ['list_labels'],
    onSuccess: () => {
      onClose()
      if (shown) toast.good(words.deleted(shown.title))
    },
  })
  return (
    <Confirm
      open={label !== undefined}
      onClose={onClose}
      title={words.deleteTitle(shown?.title ?? '')}
      cancel={common.cancel}
      confirm={common.delete}
      busy={remove.isPending}
      onConfirm={() => label && remove.mutate({ label_id: label.id })}
    >
      {words.deleteWarning}
      {shown && <Carried title={shown.title} />}
    </Confirm>
  )
}

function Carried({ title }: { title: string }) {
  const words = useLabelWords()
  const format = useNumbers()
  const contacts = useRead('count_contacts', { labels: [title] }).data
  const conversations = useRead('count_conversations', { labels: [title], status: 'all' }).data
  const isKnown = contacts && conversations
  // As high before it is known as after.
  return (
    <span className="mt-2 block min-h-5.5">
      {isKnown && words.carriedBy(format(contacts.count), format(conversations.all))}
    </span>
  )
}
