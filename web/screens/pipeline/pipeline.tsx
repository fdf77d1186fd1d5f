import { useCallback, useRef, useState, type RefObject } from 'react'
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Plus, Search, SquareKanban, Table2, Trash2, Upload } from '#web/ui/icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useColumnsWords } from '#web/ui/columns/words.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { ListSkeleton } from '#web/screens/pipeline/list/list-skeleton.tsx'
import { useWords } from '#web/app/i18n.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { Board } from './board/board.tsx'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { useDeleteCard } from './use-delete-card.ts'
import { FilterBar } from './header/filter-bar.tsx'
import { FilterBarSkeleton } from './header/filter-bar-skeleton.tsx'
import { SalesHeader } from './header/sales-header.tsx'
import { type ActiveFilters, unfiltered } from './pipeline-filters.ts'
import type { BoardQuery } from './board-query.ts'
import { LoadError, NoPipeline, NoRecords } from './empty-states.tsx'
import { useDownload } from './use-download.ts'
import { usePipelines } from './use-pipelines.ts'
import { useTotals } from './use-totals.ts'
import { type OpenDialog, PipelineDialogs } from './pipeline-dialogs.tsx'
import { usePipelineWords } from './words.ts'

const SalesList = lazyComponent(async () => (await import('./list/sales-list.tsx')).SalesList, <ListSkeleton />)

/** Leads or deals of a pipeline as a board or list, with the open record in a drawer. */
export function Pipeline() {
  const words = usePipelineWords()
  const { create: createWords } = useDealWords()
  const { common } = useWords()
  const columnWords = useColumnsWords()
  const filters = useSearch({ from: '/app/$account_id/sales' })
  const change = useChangeFilters()
  const { pipelines, pipeline, kind, error, refetch } = usePipelines(filters)
  const search = useRef<HTMLInputElement>(null)
  const [opened, open] = useState<OpenDialog>()
  const close = () => open(undefined)
  const create = useCallback((stage_id?: string) => open({ dialog: 'create', ...(stage_id && { stage_id }) }), [])
  const openBin = () => open({ dialog: 'bin' })
  const openImport = () => open({ dialog: 'import' })
  const openColumns = filters.view === 'list' ? () => open({ dialog: 'columns' }) : undefined
  const download = useDownload(pipeline && { pipeline, kind, filters })
  useTitle(words.title)
  useCommands([
    { name: createWords.open[kind], key: 'c', icon: Plus, run: () => create() },
    {
      name: words.filters.search,
      key: '/',
      icon: Search,
      run: () => search.current?.focus(),
      isPossible: () => search.current !== null,
    },
    {
      name: filters.view === 'list' ? words.views.board : words.views.list,
      key: 'v',
      icon: SquareKanban,
      run: () => change({ ...filters, view: filters.view === 'list' ? 'board' : 'list' }),
    },
    { name: common.importCsv, icon: Upload, run: openImport },
    ...(download.run ? [{ name: common.exportCsv, icon: Download, run: download.run }] : []),
    { name: words.bin.open, icon: Trash2, run: openBin },
    ...(openColumns ? [{ name: columnWords.open, icon: Table2, run: openColumns }] : []),
  ])

  const isReady = pipeline && pipeline.stages.length > 0
  return (
    <div className="flex h-full flex-col">
      <SalesHeader
        {...{ pipelines, pipeline, kind, filters }}
        onChange={change}
        onCreate={() => create()}
        onBin={openBin}
        onImport={openImport}
        onColumns={openColumns}
        onExport={download.run}
        isExporting={download.isPending}
      />
      {isReady && <BoardOrList query={{ pipeline, kind, filters }} {...{ change, create, search }} />}
      {!pipelines && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!pipelines && !error && waiting}
      {pipelines && !isReady && <NoPipeline title={pipeline ? words.noStages : words.noPipelines} />}
      <Outlet />
      <PipelineDialogs {...{ opened, kind }} pipeline_id={pipeline?.id} onClose={close} />
    </div>
  )
}

const waiting = (
  <>
    <FilterBarSkeleton />
    <BoardSkeleton />
  </>
)

type BoardOrListProps = {
  query: BoardQuery
  change: (filters: ActiveFilters) => void
  create: (stage_id?: string) => void
  search: RefObject<HTMLInputElement | null>
}

function BoardOrList({ query, change, create, search }: BoardOrListProps) {
  const totals = useTotals(query)
  const remove = useDeleteCard()
  const { filters, pipeline, kind } = query
  const clear = () => change(unfiltered(filters))
  const isEmpty = totals.all?.count === 0
  return (
    <>
      <FilterBar query={query} totals={totals} onChange={change} searchRef={search} />
      {filters.view !== 'list' && isEmpty && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <NoRecords query={query} onClear={clear} onCreate={() => create()} />
        </div>
      )}
      {filters.view === 'list' && (
        <SalesList
          key={`${pipeline.id}:${kind}`}
          query={query}
          onChange={change}
          onClear={clear}
          onCreate={() => create()}
        />
      )}
      {filters.view !== 'list' && !isEmpty && (
        <Board
          key={`${pipeline.id}:${kind}`}
          query={query}
          totals={totals}
          onCreate={create}
          onExpand={() => change({ ...filters, closed: 'yes' })}
          onRemove={remove}
        />
      )}
    </>
  )
}

/** Filters live in the address, so that a view can be shared and the back button works. */
function useChangeFilters() {
  const navigate = useNavigate()
  return (next: ActiveFilters) => void navigate({ to: '.', search: () => next, replace: true })
}
