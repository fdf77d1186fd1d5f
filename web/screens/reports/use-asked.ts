import { useParams, useSearch } from '@tanstack/react-router'
import { useAccount } from '#web/session.ts'
import { askedDays, askedWindow } from './asked-days.ts'
import { isReport, reportOf } from './report-list.ts'

/** The report that is open. */
export function useReportName() {
  const { report } = useParams({ strict: false })
  return isReport(report) ? report : 'overview'
}

/** What stands in the address. */
export const useReportFilters = () => useSearch({ from: '/app/$account_id/reports/$report' })

/** The person it is about. That nobody has it can be asked of leads only. */
export function useChosenAgent() {
  const { agent } = useReportFilters()
  return agent === 'none' ? undefined : agent
}

/** The days the open report is about, and those it is compared with, if it is. */
export function useAskedDays() {
  const filters = useReportFilters()
  const { time_zone } = useAccount()
  const { days: kind } = reportOf(useReportName())
  const asked = (kind === 'window' ? askedWindow : askedDays)(filters, new Date(), time_zone)
  return { ...asked, before: filters.compare === 'off' ? null : asked.before }
}

/** How a report is asked from day to day, and the same for the days before. */
export function useWindow() {
  const filters = useReportFilters()
  const { time_zone } = useAccount()
  const { days, before } = askedWindow(filters, new Date(), time_zone)
  const inbox = filters.inbox ? { inbox_id: filters.inbox } : {}
  return {
    input: { ...days, ...inbox },
    before: filters.compare === 'off' ? undefined : { ...before, ...inbox },
  }
}

/** How a report is asked by period, and the same for the period before. */
export function usePeriod() {
  const filters = useReportFilters()
  const { time_zone } = useAccount()
  const { period, days, before } = askedDays(filters, new Date(), time_zone)
  const chosen = period === 'custom' ? { date_from: days.from!, date_to: days.to } : { period }
  const pipeline = filters.pipeline ? { pipeline_name: filters.pipeline } : {}
  const compares = filters.compare !== 'off' && before !== null
  return {
    input: { ...chosen, ...pipeline },
    before: compares ? { date_from: before.from, date_to: before.to, ...pipeline } : undefined,
  }
}
