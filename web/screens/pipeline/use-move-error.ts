import type { Stage } from '#contract/records/crm.ts'
import { Problem } from '#web/app/api.ts'
import { describeError } from '#web/app/i18n.ts'
import { useDealAttributes } from '#web/features/deals/use-deal-attributes.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { usePipelineWords } from './words.ts'

/** Explains a rejected move and names the fields the stage requires. */
export function useMoveError() {
  const { move: words } = usePipelineWords()
  const { fields } = useDealWords()
  const defined = [...useDealAttributes('leads'), ...useDealAttributes('opportunities')]
  const attributes = Object.fromEntries(defined.map(({ key, display_name }) => [key, display_name]))
  return (error: unknown, to: Stage) => {
    const missing = error instanceof Problem ? missingIn(error) : []
    if (missing.length === 0) return describeError(error)
    const names: Record<string, string> = { ...attributes, ...fields }
    return words.requires(to.name, missing.map((field) => names[field] ?? field).join(', '))
  }
}

/** Names of missing fields; custom attributes by their key. */
function missingIn({ errors }: Problem) {
  return errors
    .filter(({ code }) => code === 'missing_field')
    .map(({ pointer, parameter }) =>
      (parameter ?? pointer ?? '').replace(/^#?\//, '').replace('custom_attributes/', ''),
    )
    .filter((field) => field !== '')
}
