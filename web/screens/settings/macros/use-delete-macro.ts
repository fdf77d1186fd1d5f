import type { Macro } from '#contract/records/automation.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { useMacroWords } from './words.ts'

/** Deletes a macro at once. Nothing depends on it, so undo creates it again in the same position. */
export function useDeleteMacro(list: readonly Macro[]) {
  const words = useMacroWords()
  const { common } = useWords()
  const invalidates = ['list_macros'] as const
  const create = useAct('create_macro', { invalidates })
  const reorder = useAct('reorder_macros', { silent: true, invalidates })
  const remove = useAct('delete_macro', { invalidates })
  const restore = ({ id, name, visibility, actions }: Macro) =>
    create.mutate(
      { name, visibility, actions },
      {
        onSuccess: (created) =>
          reorder.mutate({ visibility, ids: list.map((each) => (each.id === id ? created.id : each.id)) }),
      },
    )
  return (macro: Macro) =>
    remove.mutate(
      { macro_id: macro.id },
      { onSuccess: () => toast.undo(words.deleted(macro.name), common.undo, () => restore(macro)) },
    )
}
