import type { CannedResponse } from '#contract/records/workspace.ts'
import { Problem } from '#web/api.ts'
import { fieldErrors } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { useCannedWords } from './words.ts'

type Fields = { short_code: string; content: string; inbox: string }

export function useSaveCanned(response: CannedResponse | undefined, onClose: () => void) {
  const words = useCannedWords()
  const options = { quiet: true, refreshes: ['list_canned_responses', 'list_canned_response_versions'] } as const
  const done = (say: (code: string) => string) => ({
    onSuccess: ({ short_code }: CannedResponse) => {
      onClose()
      toast.good(say(short_code))
    },
  })
  const create = useAct('create_canned_response', { ...options, ...done(words.created) })
  const edit = useAct('edit_canned_response', { ...options, ...done(words.saved) })
  const save = ({ short_code, content, inbox }: Fields) => {
    if (response) edit.mutate({ short_code: response.id, new_short_code: short_code, new_content: content })
    else create.mutate({ short_code, content, inbox })
  }
  const error = create.error ?? edit.error
  return { save, error, errors: useErrors(error), isPending: create.isPending || edit.isPending }
}

/** What was refused, by the names the form has for it. */
function useErrors(error: Error | null): Record<string, string> {
  const words = useCannedWords()
  const told = fieldErrors(error)
  const isTaken = error instanceof Problem && ['taken', 'duplicate_value'].includes(error.code)
  const isCode = told['short_code'] || told['new_short_code'] || isTaken
  return {
    ...(isCode && { short_code: isTaken ? words.codeTaken : words.codeInvalid }),
    ...((told['content'] || told['new_content']) && { content: words.contentMissing }),
    ...(told['inbox'] && { inbox: words.inboxChoose }),
  }
}
