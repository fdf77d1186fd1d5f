import type { ReportScope } from '#contract/report-lists.ts'
import { useParams, useSearch } from '@tanstack/react-router'
import { useAccount } from '#web/app/session.ts'
import { resolveDays, resolveWindow } from './report-days.ts'
import { isReport, reportOf } from './report-list.ts'

export function useReportName() {
  const { report } = useParams({ strict: false })
  return isReport(report) ? report : 'overview'
}

export const useReportFilters = () => useSearch({ from: '/app/$account_id/reports/$report' })

/** The selected agent. `none` applies to leads only, so other reports ignore it. */
export function useSelectedAgent() {
  const { agent } = useReportFilters()
  return agent === 'none' ? undefined : agent
}

/** Days of the open report, and those it is compared with unless comparison is off. */
export function useReportDays() {
  const filters = useReportFilters()
  const { time_zone } = useAccount()
  const { days: kind } = reportOf(useReportName())
  const resolved = (kind === 'window' ? resolveWindow : resolveDays)(filters, new Date(), time_zone)
  return { ...resolved, previous: filters.compare === 'off' ? null : resolved.previous }
}

/** Input of a report that takes dates, for this period and the previous one. */
export function useWindowInput() {
  const filters = useReportFilters()
  const { time_zone } = useAccount()
  const { days, previous } = resolveWindow(filters, new Date(), time_zone)
  const inbox = filters.inbox ? { inbox_id: filters.inbox } : {}
  return {
    input: { ...days, ...inbox },
    previous: filters.compare === 'off' ? undefined : { ...previous, ...inbox },
  }
}

/** Input of a report that takes a named period, for this period and the previous one. */
export function usePeriodInput() {
  const filters = useReportFilters()
  const { time_zone } = useAccount()
  const { period, days, previous } = resolveDays(filters, new Date(), time_zone)
  const range = period === 'custom' ? { date_from: days.from!, date_to: days.to } : { period }
  const pipeline = filters.pipeline ? { pipeline_name: filters.pipeline } : {}
  const hasPrevious = filters.compare !== 'off' && previous !== null
  return {
    input: { ...range, ...pipeline },
    previous: hasPrevious ? { date_from: previous.from, date_to: previous.to, ...pipeline } : undefined,
  }
}

/** The days and inbox of the open report, as the scope of the lists behind its figures. */
export function useReportScope(pipeline_id?: string): ReportScope {
  const { inbox } = useReportFilters()
  const { days } = useReportDays()
  const { filters } = reportOf(useReportName())
  return { days, pipeline_id, ...(filters.includes('inbox') && { inbox_id: inbox }) }
}
