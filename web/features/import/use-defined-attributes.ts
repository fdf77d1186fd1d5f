import { useRead } from '#web/app/query.ts'
import { attributeModels } from '#web/features/deals/use-deal-attributes.ts'
import type { ImportKind } from './kinds.ts'

/** The custom fields the workspace defined for the records of a file. */
export function useDefinedAttributes(kind: ImportKind) {
  const { data } = useRead('list_custom_attributes', {})
  const wanted = kind === 'contacts' ? 'contact_attribute' : attributeModels[kind]
  return (data?.items ?? []).filter(({ model }) => model === wanted)
}
