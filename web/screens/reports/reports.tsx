import { Outlet } from '@tanstack/react-router'
import { ReportNavigation } from './report-navigation.tsx'
import './reports.css'

/** The reports: the way around at the left, the open one beside it. On a phone its name opens the others. */
export function Reports() {
  return (
    <div className="reports flex h-full">
      <ReportNavigation />
      <div className="@container flex min-w-0 flex-1 flex-col">
        <Outlet />
      </div>
    </div>
  )
}
