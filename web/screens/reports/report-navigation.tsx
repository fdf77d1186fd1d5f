import { Link, useSearch } from '@tanstack/react-router'
import { useAccount } from '#web/app/session.ts'
import { cx } from '#web/ui/cx.ts'
import { readReportFilters, type ReportFilters } from './report-filters.ts'
import { reportNames, reportOf } from './report-list.ts'
import { useReportWords } from './words.ts'

/** Links to all reports by group. The filters carry over from one report to the next. */
export function ReportNavigation() {
  const words = useReportWords()
  const { id: account_id } = useAccount()
  const search = readReportFilters(useSearch({ strict: false }) as ReportFilters)
  return (
    <nav
      aria-label={words.navigation}
      className="hidden w-56 shrink-0 overflow-y-auto border-r border-line bg-sunken px-3 pb-6 lg:block"
    >
      <div className="flex h-14 items-center px-2 text-lg font-semibold">{words.title}</div>
      {(Object.keys(words.groups) as (keyof typeof words.groups)[]).map((group) => (
        <div key={group} className="mb-4">
          <div id={`reports-${group}`} className="px-2 pb-1 text-xs font-medium text-ink-3">
            {words.groups[group]}
          </div>
          <ul aria-labelledby={`reports-${group}`} className="space-y-0.5">
            {reportNames
              .filter((name) => reportOf(name).group === group)
              .map((name) => {
                const { icon: Icon } = reportOf(name)
                return (
                  <li key={name}>
                    <Link
                      to="/app/$account_id/reports/$report"
                      params={{ account_id, report: name }}
                      search={search}
                      activeOptions={{ includeSearch: false }}
                      className={linkClass}
                      activeProps={{ className: 'is-here' }}
                    >
                      <Icon size={16} strokeWidth={1.9} aria-hidden className="shrink-0" />
                      <span className="min-w-0 flex-1 truncate">{words.names[name]}</span>
                    </Link>
                  </li>
                )
              })}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const linkClass = cx(
  'flex min-h-8 items-center gap-2.5 rounded-lg px-2 py-1.5 text-sm font-medium text-ink-2 select-none',
  'transition-colors hover:bg-hover hover:text-ink [&.is-here]:bg-accent-soft [&.is-here]:text-accent-text',
)
