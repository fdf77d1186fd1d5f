import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { Problem } from '#web/app/api.ts'
import { describeError } from '#web/app/i18n.ts'
import { attributeKey } from '#web/features/deals/required-fields.ts'
import { useDealAttributes } from '#web/features/deals/use-deal-attributes.ts'
import type { Kind } from '#web/features/deals/kinds.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { missingOfRecords } from './missing-of-records.ts'

const MAX_NAMED = 4

/** Explains a refused bulk change. Where fields are missing, it names them for each record. */
export function useBulkError(kind: Kind) {
  const { bulk: words } = usePipelineWords()
  const { fields } = useDealWords()
  const defined = useDealAttributes(kind)
  const names: Record<string, string> = fields
  const nameOf = (field: string) => {
    const key = attributeKey(field)
    return key === undefined ? (names[field] ?? field) : (defined.find((each) => each.key === key)?.display_name ?? key)
  }
  return (error: unknown, records: readonly (Lead | Opportunity)[]) => {
    const missing = error instanceof Problem ? missingOfRecords(error.errors) : []
    if (missing.length === 0) return describeError(error)
    const named = missing
      .slice(0, MAX_NAMED)
      .map(({ index, fields: of }) => words.lacks(records[index]?.name ?? '', of.map(nameOf).join(', ')))
    return words.incomplete(named.join('; '), missing.length - named.length)
  }
}
