import { useSearch } from '@tanstack/react-router'
import type { RecordFilters, RecordKind } from '#contract/report-records.ts'
import { filtersOf } from './record-filters.ts'

export const useRecordSearch = () => useSearch({ from: '/app/$account_id/reports/lists/$list' })

/** The filters of the address as input of the list operation, with the number of all records. */
export function useRecordInput<K extends RecordKind>(kind: K) {
  const { from, to, inbox_id, ...filters } = filtersOf(kind, useRecordSearch())
  const days = { ...(from && { from }), ...(to && { to }), ...(inbox_id && { inbox_id }) }
  return { ...(filters as RecordFilters[K]), ...days, include_total: true, limit: 50 }
}
