import type { CustomAttribute } from '#contract/records/workspace.ts'
import { useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct, useRead } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { useAttributeWords } from './words.ts'

type Props = { attribute: CustomAttribute | undefined; onClose: () => void }

/** A definition goes, what records hold stays: so it can be defined again as it was. */
export function DeleteAttribute({ attribute, onClose }: Props) {
  const { common } = useWords()
  const words = useAttributeWords()
  const shown = useLast(attribute)
  const restore = useRestore()
  const remove = useAct('delete_custom_attribute', {
    refreshes: ['list_custom_attributes'],
    onSuccess: onClose,
    undo: () => shown && { say: words.deleted(shown.display_name), back: () => restore(shown) },
  })
  return (
    <Confirm
      open={attribute !== undefined}
      onClose={onClose}
      title={words.deleteTitle(shown?.display_name ?? '')}
      cancel={common.cancel}
      confirm={common.delete}
      busy={remove.isPending}
      onConfirm={() => attribute && remove.mutate({ custom_attribute_id: attribute.id })}
    >
      {words.deleteWarning(shown?.key ?? '')}
    </Confirm>
  )
}

/** Defines it again, and puts it where it was. */
function useRestore() {
  const { data } = useRead('list_custom_attributes', {})
  const create = useAct('create_custom_attribute', { refreshes: ['list_custom_attributes'] })
  const reorder = useAct('reorder_custom_attributes', { quiet: true, refreshes: ['list_custom_attributes'] })
  const before = data?.items.map(({ id }) => id) ?? []
  return (attribute: CustomAttribute) =>
    create.mutate(definitionOf(attribute), {
      onSuccess: ({ id }) => reorder.mutate({ ids: before.map((each) => (each === attribute.id ? id : each)) }),
    })
}

const definitionOf = ({ display_name, key, model, type, description, values }: CustomAttribute) => ({
  display_name,
  key,
  model,
  type,
  ...(description && { description }),
  ...(values.length > 0 && { values }),
})
