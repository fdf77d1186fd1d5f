import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '#web/app/session.ts'
import { readReportFilters, type ReportFilters } from './report-filters.ts'
import type { ReportName } from './report-list.ts'
import { useReportFilters, useReportName } from './use-report-input.ts'

type Change = { [F in keyof ReportFilters]: ReportFilters[F] | undefined }

/** Changes filters in the address, so that a report can be shared and the back button works. */
export function useChangeFilters() {
  const navigate = useNavigate()
  const { id: account_id } = useAccount()
  const report = useReportName()
  const filters = useReportFilters()
  return (change: Change) =>
    void navigate({
      to: '/app/$account_id/reports/$report',
      params: { account_id, report },
      search: readReportFilters({ ...filters, ...change } as ReportFilters),
      replace: true,
    })
}

/** Opens another report with the same filters. */
export function useOpenReport() {
  const navigate = useNavigate()
  const { id: account_id } = useAccount()
  const search = useReportFilters()
  return (report: ReportName) =>
    void navigate({ to: '/app/$account_id/reports/$report', params: { account_id, report }, search })
}
