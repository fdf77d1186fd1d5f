import type { CustomAttribute } from '#contract/records/workspace.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { useAttributeWords } from './words.ts'

type Props = { attribute: CustomAttribute | undefined; onClose: () => void }

/** Deletes the definition only; the records keep their values, so undo can define it again. */
export function DeleteAttribute({ attribute, onClose }: Props) {
  const words = useAttributeWords()
  const restore = useRestore()
  return (
    <DeleteDialog
      record={attribute}
      nameOf={({ display_name }) => display_name}
      onClose={onClose}
      undo={restore}
      operation="delete_custom_attribute"
      input={({ id }) => ({ custom_attribute_id: id })}
      invalidates={['list_custom_attributes']}
      words={words}
    >
      {({ key }) => words.deleteWarning(key)}
    </DeleteDialog>
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
