import { useMemo, useRef, type ReactNode } from 'react'
import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { usePages } from '#web/app/query.ts'
import { listing } from '#web/features/deals/kinds.ts'
import { listInput, type BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { ColumnHeader } from '#web/ui/columns/column-header.tsx'
import { useColumns, type Columns } from '#web/ui/columns/use-columns.ts'
import { SelectAll } from '#web/ui/selection/select-all.tsx'
import { useRowKeys } from '#web/ui/selection/use-row-keys.ts'
import { useSelection } from '#web/ui/selection/use-selection.ts'
import type { ActiveFilters, Sort } from '#web/screens/pipeline/pipeline-filters.ts'
import { LoadError, NoRecords } from '#web/screens/pipeline/empty-states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useSaleColumns, type SaleColumn } from './columns.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { SalesRow } from './sales-row.tsx'
import './sales-list.css'

type Props = {
  query: BoardQuery
  onChange: (filters: ActiveFilters) => void
  onClear: () => void
  onCreate: () => void
}

/** Leads or deals as a table with bulk actions. */
export function SalesList({ query, onChange, onClear, onCreate }: Props) {
  const words = usePipelineWords()
  const list = usePages(listing[query.kind], listInput(query))
  const { items, isPlaceholderData } = list
  const rows = items ?? []
  const selection = useSelection<Lead | Opportunity>(rows)
  const columns = useColumns(query.kind, useSaleColumns(query.kind))
  const others = useMemo(() => columns.shown.slice(1), [columns.shown])
  const { sort: _, ...unsorted } = query.filters
  const sortBy = (sort: string) => onChange(sort === 'newest' ? unsorted : { ...unsorted, sort: sort as Sort })
  const scroller = useRef<HTMLDivElement>(null)
  const keys = useRowKeys({ scroller, names: words.list.keys, onToggle: selection.toggle })

  return (
    <>
      <div ref={scroller} onKeyDown={keys} className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <p role="status" className="sr-only">
          {items && !isPlaceholderData && words.list.count(items.length)}
        </p>
        {!items && list.isError && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
        {!items && !list.isError && <ListSkeleton />}
        {items?.length === 0 && <NoRecords query={query} onClear={onClear} onCreate={onCreate} />}
        {rows.length > 0 && (
          <>
            <div
              role="table"
              aria-label={words.list.label[query.kind]}
              aria-busy={isPlaceholderData}
              {...columns.grid}
              className="transition-opacity aria-busy:opacity-50"
            >
              <Heading
                columns={columns}
                sort={query.filters.sort ?? 'newest'}
                onSort={sortBy}
                selectAll={<SelectAll selection={selection} listed={rows} />}
              />
              <div role="rowgroup">
                {rows.map((record) => (
                  <SalesRow
                    key={record.id}
                    record={record}
                    columns={others}
                    isSelected={selection.ids.has(record.id)}
                    onToggle={selection.toggle}
                  />
                ))}
              </div>
            </div>
            <LoadMore list={list} />
          </>
        )}
      </div>
      {selection.selected.length > 0 && <BulkBar query={query} selection={selection} />}
    </>
  )
}

type HeadingProps = {
  columns: Columns<SaleColumn>
  sort: string
  onSort: (sort: string) => void
  selectAll: ReactNode
}

function Heading({ columns, sort, onSort, selectAll }: HeadingProps) {
  return (
    <div role="rowgroup" className="sales-heading">
      <div role="row" className="sales-row h-9 items-center text-xs font-medium text-ink-3">
        <span role="columnheader" className="sales-check">
          {selectAll}
        </span>
        {columns.shown.map((column) => (
          <ColumnHeader
            key={column.key}
            {...{ column, columns, sort, onSort }}
            className={column.className.split(' ')[0]!}
          />
        ))}
      </div>
    </div>
  )
}
