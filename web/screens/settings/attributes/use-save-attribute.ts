import type { CustomAttribute } from '#contract/records/workspace.ts'
import { Problem } from '#web/app/api.ts'
import { fieldErrors } from '#web/app/i18n.ts'
import { useSave } from '#web/ui/form/use-save.ts'
import { useAttributeWords } from './words.ts'

type Fields = Omit<CustomAttribute, 'id' | 'created_at' | 'updated_at' | 'description'> & { description: string }

/** Saves a definition. The key, type and model of an existing one cannot change and are not sent. */
export function useSaveAttribute(attribute: CustomAttribute | undefined, onClose: () => void) {
  const words = useAttributeWords()
  const options = { invalidates: ['list_custom_attributes'], onSaved: onClose } as const
  const create = useSave('create_custom_attribute', {
    ...options,
    message: ({ display_name }) => words.created(display_name),
  })
  const update = useSave('update_custom_attribute', {
    ...options,
    message: ({ display_name }) => words.saved(display_name),
  })
  const save = ({ display_name, description, values, ...fixed }: Fields) => {
    const isList = fixed.type === 'list'
    if (attribute)
      update.save({ custom_attribute_id: attribute.id, display_name, description, ...(isList && { values }) })
    else create.save({ display_name, description, ...fixed, ...(isList && { values }) })
  }
  const { error, isPending } = attribute ? update : create
  return { save, error, errors: useErrors(error), isPending }
}

function useErrors(error: Error | null): Record<string, string> {
  const words = useAttributeWords()
  const errors = fieldErrors(error)
  const isTaken = error instanceof Problem && ['taken', 'duplicate_value'].includes(error.code)
  return {
    ...errors,
    ...(errors['key'] && { key: isTaken ? words.keyTaken : words.keyInvalid }),
    ...(errors['values'] && { values: words.valuesMissing }),
  }
}
