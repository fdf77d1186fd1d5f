import type { CustomAttribute } from '#contract/records/workspace.ts'
import { Problem } from '#web/api.ts'
import { fieldErrors } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { useAttributeWords } from './words.ts'

type Fields = Omit<CustomAttribute, 'id' | 'created_at' | 'updated_at' | 'description'> & { description: string }

/** Saves a definition. Of one that is there, only what may change is sent. */
export function useSaveAttribute(attribute: CustomAttribute | undefined, onClose: () => void) {
  const words = useAttributeWords()
  const options = { quiet: true, refreshes: ['list_custom_attributes'] } as const
  const done = (say: (name: string) => string) => ({
    onSuccess: ({ display_name }: CustomAttribute) => {
      onClose()
      toast.good(say(display_name))
    },
  })
  const create = useAct('create_custom_attribute', { ...options, ...done(words.created) })
  const update = useAct('update_custom_attribute', { ...options, ...done(words.saved) })
  const save = ({ display_name, description, values, ...fixed }: Fields) => {
    const isList = fixed.type === 'list'
    if (attribute)
      update.mutate({ custom_attribute_id: attribute.id, display_name, description, ...(isList && { values }) })
    else create.mutate({ display_name, description, ...fixed, ...(isList && { values }) })
  }
  const error = create.error ?? update.error
  return { save, error, errors: useErrors(error), isPending: create.isPending || update.isPending }
}

function useErrors(error: Error | null): Record<string, string> {
  const words = useAttributeWords()
  const told = fieldErrors(error)
  const isTaken = error instanceof Problem && ['taken', 'duplicate_value'].includes(error.code)
  return {
    ...told,
    ...(told['key'] && { key: isTaken ? words.keyTaken : words.keyInvalid }),
    ...(told['values'] && { values: words.valuesMissing }),
  }
}
