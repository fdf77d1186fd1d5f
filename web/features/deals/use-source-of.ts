import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { sourceOf } from './kinds.ts'

/** Names the source of a record. */
export function useSourceOf(): (record: Lead | Opportunity) => string | undefined {
  const origins = useOrigins()
  return (record) => {
    const source = sourceOf(record)
    return source && origins.source(source)
  }
}
