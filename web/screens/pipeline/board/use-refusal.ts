import type { Stage } from '#contract/records/crm.ts'
import { Problem } from '#web/api.ts'
import { explain } from '#web/i18n.ts'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'

/** Why a move was refused. What a stage asks for is named as people call it. */
export function useRefusal() {
  const { move: words } = usePipelineWords()
  const { fields } = useDealWords()
  return (error: unknown, to: Stage) => {
    const missing = error instanceof Problem ? missingIn(error) : []
    if (missing.length === 0) return explain(error)
    const names: Record<string, string> = fields
    return words.asks(to.name, missing.map((field) => names[field] ?? field).join(', '))
  }
}

/** Fields of the record, or custom attributes by their key. */
function missingIn({ errors }: Problem) {
  return errors
    .filter(({ code }) => code === 'missing_field')
    .map(({ pointer, parameter }) =>
      (parameter ?? pointer ?? '').replace(/^#?\//, '').replace('custom_attributes/', ''),
    )
    .filter((field) => field !== '')
}
