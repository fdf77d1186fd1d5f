import type { Label } from '#web/app/api.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useRead } from '#web/app/query.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { useLabelWords } from './words.ts'

/** Confirms deleting a label, with the number of records that have it. */
export function DeleteLabel({ label, onClose }: { label: Label | undefined; onClose: () => void }) {
  const words = useLabelWords()
  return (
    <DeleteDialog
      record={label}
      nameOf={({ title }) => title}
      onClose={onClose}
      operation="delete_label"
      input={({ id }) => ({ label_id: id })}
      invalidates={['list_labels']}
      words={words}
    >
      {({ title }) => (
        <>
          {words.deleteWarning}
          <LabelUsage title={title} />
        </>
      )}
    </DeleteDialog>
  )
}

function LabelUsage({ title }: { title: string }) {
  const words = useLabelWords()
  const format = useNumbers()
  const contacts = useRead('count_contacts', { labels: [title] }).data
  const conversations = useRead('count_conversations', { labels: [title], status: 'all' }).data
  const isKnown = contacts && conversations
  // The height is reserved, so that the dialog does not jump when the counts arrive.
  return (
    <span className="mt-2 block min-h-5.5">
      {isKnown && words.carriedBy(format(contacts.count), format(conversations.all))}
    </span>
  )
}
