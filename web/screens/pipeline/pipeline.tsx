import { useCallback, useRef, useState, type RefObject } from 'react'
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Search, SquareKanban, Trash2 } from 'lucide-react'
import { useCommands } from '#web/commands/commands.ts'
import { later } from '#web/ui/later.tsx'
import { Unhurried } from '#web/ui/unhurried.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { Board } from './board/board.tsx'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { useRemove } from './card-acts.ts'
import { FilterBar } from './header/filter-bar.tsx'
import { FilterBarSkeleton } from './header/filter-bar-skeleton.tsx'
import { SalesHeader } from './header/sales-header.tsx'
import { ListWaiting } from './list/list-waiting.tsx'
import { type Kept, unfiltered } from './pipeline-filters.ts'
import type { Sales } from './sales.ts'
import { Failed, NoPipeline, Nothing } from './states.tsx'
import { usePipelines } from './use-pipelines.ts'
import { useTotals } from './use-totals.ts'
import { type Opened, Windows } from './windows.tsx'
import { usePipelineWords } from './words.ts'

const SalesList = later(async () => (await import('./list/sales-list.tsx')).SalesList, <ListWaiting />)

/** Leads and deals on their way through a pipeline, as a board or as a list; over it, the one that is open. */
export function Pipeline() {
  const words = usePipelineWords()
  const filters = useSearch({ from: '/app/$account_id/sales' })
  const change = useChangeFilters()
  const { pipelines, pipeline, kind, error, refetch } = usePipelines(filters)
  const search = useRef<HTMLInputElement>(null)
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const create = useCallback((stage_id?: string) => open({ window: 'create', ...(stage_id && { stage_id }) }), [])
  const openBin = () => open({ window: 'bin' })
  useTitle(words.title)
  useCommands([
    { name: words.create.open[kind], key: 'c', icon: Plus, run: () => create() },
    { name: words.filters.search, key: '/', icon: Search, run: () => search.current?.focus() },
    {
      name: filters.view === 'list' ? words.views.board : words.views.list,
      key: 'v',
      icon: SquareKanban,
      run: () => change({ ...filters, view: filters.view === 'list' ? 'board' : 'list' }),
    },
    { name: words.bin.open, icon: Trash2, run: openBin },
  ])

  const isReady = pipeline && pipeline.stages.length > 0
  return (
    <div className="flex h-full flex-col">
      <SalesHeader
        {...{ pipelines, pipeline, kind, filters }}
        onChange={change}
        onCreate={() => create()}
        onBin={openBin}
      />
      {isReady && (
        <Unhurried place={waiting}>
          <Shown sales={{ pipeline, kind, filters }} {...{ change, create, search }} />
        </Unhurried>
      )}
      {!pipelines && error && <Failed error={error} onRetry={() => void refetch()} />}
      {!pipelines && !error && waiting}
      {pipelines && !isReady && <NoPipeline title={pipeline ? words.noStages : words.noPipelines} />}
      <Outlet />
      <Windows {...{ opened, kind }} pipeline_id={pipeline?.id} onClose={close} />
    </div>
  )
}

const waiting = (
  <>
    <FilterBarSkeleton />
    <BoardSkeleton />
  </>
)

type ShownProps = {
  sales: Sales
  change: (filters: Kept) => void
  create: (stage_id?: string) => void
  search: RefObject<HTMLInputElement | null>
}

function Shown({ sales, change, create, search }: ShownProps) {
  const totals = useTotals(sales)
  const remove = useRemove()
  const { filters, pipeline, kind } = sales
  const clear = () => change(unfiltered(filters))
  const isEmpty = totals.all?.count === 0
  return (
    <>
      <FilterBar sales={sales} totals={totals} onChange={change} searchRef={search} />
      {filters.view !== 'list' && isEmpty && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Nothing sales={sales} onClear={clear} onCreate={() => create()} />
        </div>
      )}
      {filters.view === 'list' && (
        <SalesList key={`${pipeline.id}:${kind}`} sales={sales} onClear={clear} onCreate={() => create()} />
      )}
      {filters.view !== 'list' && !isEmpty && (
        <Board
          key={`${pipeline.id}:${kind}`}
          sales={sales}
          totals={totals}
          onCreate={create}
          onExpand={() => change({ ...filters, closed: 'yes' })}
          onRemove={remove}
        />
      )}
    </>
  )
}

/** What is looked for lives in the address, so it can be shared and the back button works. */
function useChangeFilters() {
  const navigate = useNavigate()
  return (next: Kept) => void navigate({ to: '.', search: () => next, replace: true })
}
