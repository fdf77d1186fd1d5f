import type { Name, Output } from '#web/app/api.ts'
import { describeFormError, fieldErrors } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { toast } from '#web/ui/toast.tsx'

type Options<N extends Name> = {
  invalidates?: readonly Name[]
  /** Runs before the toast, usually to close the dialog. */
  onSaved?: (output: Output<N>) => void
  message: (output: Output<N>) => string
}

/** Saves a form through one operation and reports it. Failures stay with the form: `errors` has those of fields, `problem` any other. */
export function useSave<N extends Name>(operation: N, { invalidates = [], onSaved, message }: Options<N>) {
  const { mutate, error, isPending } = useAct(operation, {
    silent: true,
    invalidates,
    onSuccess: (output) => {
      onSaved?.(output)
      toast.good(message(output))
    },
  })
  return { save: mutate, error, errors: fieldErrors(error), problem: describeFormError(error), isPending }
}
