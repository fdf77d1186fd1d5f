import { Outlet } from '@tanstack/react-router'
import { ReportNavigation } from './report-navigation.tsx'
import './reports.css'

/** Navigation on the left, the open report beside it. On a phone the report's name opens a menu instead. */
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
