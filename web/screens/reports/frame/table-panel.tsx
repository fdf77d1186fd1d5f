import type { Columns } from './columns.tsx'
import { Panel, type PanelProps } from './panel.tsx'
import { Table } from './table.tsx'

type Props<Row> = Omit<PanelProps, 'size' | 'state' | 'table' | 'children'> & {
  size?: string
  rows: readonly Row[] | undefined
  keyOf: (row: Row, index: number) => string
  columns: Columns<Row>
}

/** A panel with a table; it is empty when there are no rows. */
export function TablePanel<Row>({ size = 'min-h-60', rows, keyOf, columns, ...panel }: Props<Row>) {
  return (
    <Panel {...panel} size={size} state={!rows ? 'loading' : rows.length > 0 ? 'ready' : 'empty'}>
      <Table label={panel.title} rows={rows ?? []} keyOf={keyOf} columns={columns} />
    </Panel>
  )
}
