import { useWords } from '#web/i18n.ts'
import { toast } from '#web/ui/toast.tsx'

/** Says what was done, and offers to take it back. */
export function useUndo() {
  const { common } = useWords()
  return (say: string, back: () => void) => toast.undo(say, common.undo, back)
}
