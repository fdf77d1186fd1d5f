import { DataTable } from '#web/ui/chart/data-table.tsx'
import { useReportWords } from '#web/screens/reports/words.ts'
import { columnBuilders, type Columns } from './columns.tsx'

type Props<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  columns: Columns<Row>
}

/** A sortable table whose column headings have explanations. */
export function Table<Row>({ columns, ...props }: Props<Row>) {
  const { explain } = useReportWords()
  return <DataTable<Row> {...props} columns={columns(columnBuilders<Row>())} explain={explain} />
}
