import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Pencil } from '#web/ui/icons.ts'
import { ContextBar } from './context-bar.tsx'

/** Shows that the field holds a sent message. */
export function EditBar({ onCancel }: { onCancel: () => void }) {
  const { composer: words } = useThreadWords()
  return (
    <ContextBar icon={Pencil} cancelLabel={words.cancelEdit} onCancel={onCancel}>
      <p role="status" className="min-w-0 flex-1 truncate font-medium">
        {words.editing}
      </p>
    </ContextBar>
  )
}
