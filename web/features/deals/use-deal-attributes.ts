import { useRead } from '#web/app/query.ts'
import type { Kind } from './kinds.ts'

export const attributeModels = { leads: 'lead_attribute', opportunities: 'opportunity_attribute' } as const

/** The custom fields the workspace defined for leads or for deals. */
export function useDealAttributes(kind: Kind) {
  const { data } = useRead('list_custom_attributes', {})
  return (data?.items ?? []).filter(({ model }) => model === attributeModels[kind])
}
