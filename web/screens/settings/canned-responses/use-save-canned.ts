import type { CannedResponse } from '#contract/records/workspace.ts'
import { Problem } from '#web/app/api.ts'
import { fieldErrors } from '#web/app/i18n.ts'
import { useSave } from '#web/ui/form/use-save.ts'
import { useCannedWords } from './words.ts'

type Fields = { short_code: string; content: string; inbox: string }

export function useSaveCanned(response: CannedResponse | undefined, onClose: () => void) {
  const words = useCannedWords()
  const options = {
    invalidates: ['list_canned_responses', 'list_canned_response_versions'],
    onSaved: onClose,
  } as const
  const create = useSave('create_canned_response', { ...options, message: (saved) => words.created(saved.short_code) })
  const edit = useSave('edit_canned_response', { ...options, message: (saved) => words.saved(saved.short_code) })
  const save = ({ short_code, content, inbox }: Fields) =>
    response
      ? edit.save({ short_code: response.id, new_short_code: short_code, new_content: content })
      : create.save({ short_code, content, inbox })
  const { error, isPending } = response ? edit : create
  return { save, error, errors: useErrors(error), isPending }
}

/** The server's errors under the names of the form's fields. */
function useErrors(error: Error | null): Record<string, string> {
  const words = useCannedWords()
  const errors = fieldErrors(error)
  const isTaken = error instanceof Problem && ['taken', 'duplicate_value'].includes(error.code)
  const isCode = errors['short_code'] || errors['new_short_code'] || isTaken
  return {
    ...(isCode && { short_code: isTaken ? words.codeTaken : words.codeInvalid }),
    ...((errors['content'] || errors['new_content']) && { content: words.contentMissing }),
    ...(errors['inbox'] && { inbox: words.inboxChoose }),
  }
}
