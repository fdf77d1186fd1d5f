import type { CustomAttribute } from '#contract/records/workspace.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { useAttributeWords } from './words.ts'

type Props = { attribute: CustomAttribute | undefined; onClose: () => void }

/** Deletes the definition only; the records keep their values, so undo can define it again. */
export function DeleteAttribute({ attribute, onClose }: Props) {
  const { common } = useWords()
  const words = useAttributeWords()
  const last = useLast(attribute)
  const restore = useRestore()
  const remove = useAct('delete_custom_attribute', {
    invalidates: ['list_custom_attributes'],
    onSuccess: onClose,
    undo: () => last && { message: words.deleted(last.display_name), revert: () => restore(last) },
  })
  return (
    <Confirm
      open={attribute !== undefined}
      onClose={onClose}
      title={words.deleteTitle(last?.display_name ?? '')}
      confirm={common.delete}
      busy={remove.isPending}
      onConfirm={() => attribute && remove.mutate({ custom_attribute_id: attribute.id })}
    >
      {words.deleteWarning(last?.key ?? '')}
    </Confirm>
  )
}

/** Creates the definition again in its old position. */
function useRestore() {
  const { data } = useRead('list_custom_attributes', {})
  const create = useAct('create_custom_attribute', { invalidates: ['list_custom_attributes'] })
  const reorder = useAct('reorder_custom_attributes', { silent: true, invalidates: ['list_custom_attributes'] })
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
