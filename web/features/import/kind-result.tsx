import { describeFieldError } from '#web/app/i18n.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useImportWords } from './words.ts'
import { ImportResult, type RejectedRow } from './import-result.tsx'
import type { ImportKind, ImportProgress } from './kinds.ts'
import { useDefinedAttributes } from './use-defined-attributes.ts'
import { useFieldNames } from './use-field-names.ts'

/** Only contacts are updated by an import. */
export function KindResult({
  kind,
  result: { updated_count, ...result },
}: {
  kind: ImportKind
  result: ImportProgress
}) {
  const shown = kind === 'contacts' ? { ...result, updated_count } : result
  return <ImportResult result={shown} {...useExplainRow(kind)} />
}

/** The display name of a field, and the reason why its value was rejected. */
function useExplainRow(kind: ImportKind) {
  const { attributes } = useContactWords()
  const { reasons } = useImportWords()
  const names: Record<string, string> = useFieldNames(kind)
  const defined = useDefinedAttributes(kind)
  const definedAs = (field: string | null) => defined.find(({ key }) => field === `custom_attributes/${key}`)
  return {
    nameOf: (field: string) =>
      definedAs(field)?.display_name ?? names[field] ?? field.replace(/^custom_attributes./, ''),
    reasonOf: ({ field, code, detail }: RejectedRow) => {
      const attribute = definedAs(field)
      if (attribute && code === 'invalid_value') return attributes.invalid[attribute.type]
      const own: Record<string, string> = kind === 'contacts' ? {} : reasons
      return own[`${field}.${code}`] ?? own[code] ?? describeFieldError(field, code, detail)
    },
  }
}
