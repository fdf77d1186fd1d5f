import type { Macro } from '#contract/records/automation.ts'
import { useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { useMacroWords } from './words.ts'

/** Deletes a macro of a list at once. Nothing depends on it, so that it can be made again as it was, where it was. */
export function useDeleteMacro(list: readonly Macro[]) {
  const words = useMacroWords()
  const { common } = useWords()
  const refreshes = ['list_macros'] as const
  const create = useAct('create_macro', { refreshes })
  const reorder = useAct('reorder_macros', { quiet: true, refreshes })
  const remove = useAct('delete_macro', { refreshes })
  const restore = ({ id, name, visibility, actions }: Macro) =>
    create.mutate(
      { name, visibility, actions },
      {
        onSuccess: (made) =>
          reorder.mutate({ visibility, ids: list.map((each) => (each.id === id ? made.id : each.id)) }),
      },
    )
  return (macro: Macro) =>
    remove.mutate(
      { macro_id: macro.id },
      { onSuccess: () => toast.undo(words.deleted(macro.name), common.undo, () => restore(macro)) },
    )
}
