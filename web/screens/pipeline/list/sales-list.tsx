import { useCallback, useState } from 'react'
import { More } from '#web/parts/more.tsx'
import { usePages } from '#web/query.ts'
import { listing } from '#web/screens/pipeline/kinds.ts'
import { listInput, type Sales } from '#web/screens/pipeline/sales.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Failed, Nothing } from '#web/screens/pipeline/states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ListWaiting } from './list-waiting.tsx'
import { SalesRow } from './sales-row.tsx'
import { useRowKeys } from './use-row-keys.ts'
import './sales-list.css'

type Props = { sales: Sales; onClear: () => void; onCreate: () => void }

/** Leads or deals one below another, to look over and to change many at once. */
export function SalesList({ sales, onClear, onCreate }: Props) {
  const words = usePipelineWords()
  const list = usePages(listing[sales.kind], listInput(sales))
  const { items, isPlaceholderData } = list
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const shown = items ?? []
  const chosen = shown.filter(({ id }) => selected.has(id))
  const toggle = useCallback((id: string) => select((now) => toggled(now, id)), [])
  const keys = useRowKeys(toggle)

  return (
    <>
      <div onKeyDown={keys} className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <p role="status" className="sr-only">
          {items && !isPlaceholderData && words.list.shown(items.length)}
        </p>
        {!items && list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
        {!items && !list.isError && <ListWaiting />}
        {items?.length === 0 && <Nothing sales={sales} onClear={onClear} onCreate={onCreate} />}
        {shown.length > 0 && (
          <>
            <div
              role="table"
              aria-label={words.list.label[sales.kind]}
              aria-busy={isPlaceholderData}
              className={cx('transition-opacity', isPlaceholderData && 'opacity-50')}
            >
              <Heading
                isAll={chosen.length === shown.length}
                isSome={chosen.length > 0}
                onAll={(all) => select(new Set(all ? shown.map(({ id }) => id) : []))}
              />
              <div role="rowgroup">
                {shown.map((record) => (
                  <SalesRow key={record.id} record={record} isSelected={selected.has(record.id)} onToggle={toggle} />
                ))}
              </div>
            </div>
            <More list={list} />
          </>
        )}
      </div>
      {chosen.length > 0 && <BulkBar sales={sales} chosen={chosen} onDone={() => select(new Set())} />}
    </>
  )
}

const toggled = (selected: ReadonlySet<string>, id: string) =>
  new Set(selected.has(id) ? [...selected].filter((each) => each !== id) : [...selected, id])

type HeadingProps = { isAll: boolean; isSome: boolean; onAll: (all: boolean) => void }

function Heading({ isAll, isSome, onAll }: HeadingProps) {
  const { list: words } = usePipelineWords()
  return (
    <div role="rowgroup" className="sales-heading">
      <div role="row" className="sales-row h-9 items-center text-xs font-medium text-ink-3">
        <span role="columnheader" className="sales-check">
          <Checkbox label={words.selectAll} checked={isAll} partly={isSome && !isAll} onChange={onAll} />
        </span>
        {(['name', 'stage', 'amount', 'owner', 'source', 'close', 'created'] as const).map((column) => (
          <span key={column} role="columnheader" className={`sales-${column}`}>
            {words.columns[column]}
          </span>
        ))}
      </div>
    </div>
  )
}
