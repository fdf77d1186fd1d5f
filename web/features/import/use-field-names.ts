import { useContactWords } from '#web/features/contacts/words.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import type { ImportKind } from './kinds.ts'
import { useImportWords } from './words.ts'

/** The names of the fields, as people read them. */
export function useFieldNames(kind: ImportKind): Record<string, string> {
  const { fields: contact } = useContactWords()
  const { fields: deal, create } = useDealWords()
  const { fields: own } = useImportWords()
  return kind === 'contacts' ? contact : { ...deal, name: create.name, ...own }
}
