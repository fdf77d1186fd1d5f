export type ReportFilters = { q?: string }

export function readReportFilters(_search: ReportFilters): ReportFilters {
  return {}
}
