import type { Money } from '#contract/records/report.ts'
import type { ReportList } from '#contract/report-lists.ts'
import type { TableColumn } from '#web/ui/chart/data-table.tsx'
import type { Figure, Format } from '#web/screens/reports/formats.ts'
import { MoneyCell } from './money-cell.tsx'
import { RecordsLink } from './record-links.tsx'

/** The columns of a table, made with builders that know its rows. */
export type Columns<Row> = (builders: ReturnType<typeof columnBuilders<Row>>) => readonly TableColumn<Row>[]

export const columnBuilders = <Row,>() => ({
  text: (key: string, name: string, value: (row: Row) => string | null | undefined): TableColumn<Row> => ({
    key,
    name,
    by: value,
    show: value,
  }),
  figure: (
    key: string,
    name: string,
    help: string | undefined,
    value: (row: Row) => Figure,
    format: Format,
    listOf?: (row: Row) => ReportList | undefined,
  ): TableColumn<Row> => ({
    key,
    name,
    ...(help && { help }),
    by: value,
    show: (row) => (
      <RecordsLink list={listOf?.(row)} count={value(row)}>
        {format(value(row))}
      </RecordsLink>
    ),
    isFigure: true,
  }),
  money: (
    key: string,
    name: string,
    help: string | undefined,
    value: (row: Row) => Money,
    listOf?: (row: Row) => ReportList | undefined,
  ): TableColumn<Row> => ({
    key,
    name,
    ...(help && { help }),
    by: (row) => value(row).amount,
    show: (row) => (
      <RecordsLink list={listOf?.(row)} count={value(row).amount}>
        <MoneyCell money={value(row)} />
      </RecordsLink>
    ),
    isFigure: true,
  }),
})
