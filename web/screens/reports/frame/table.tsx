import type { ComponentProps } from 'react'
import { DataTable } from '#web/ui/chart/data-table.tsx'
import { useReportWords } from '#web/screens/reports/words.ts'

/** A table of a report: its headings say what they mean. */
export function Table<R>(props: Omit<ComponentProps<typeof DataTable<R>>, 'explain'>) {
  const { explain } = useReportWords()
  return <DataTable<R> {...props} explain={explain} />
}
