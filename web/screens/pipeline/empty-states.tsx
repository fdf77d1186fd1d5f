import { Link } from '@tanstack/react-router'
import { Plus } from '#web/ui/icons.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BrokenThread, LooseThread, Spool } from '#web/ui/thread-art.tsx'
import { useDealWords } from '#web/features/deals/words.ts'
import { isFiltered } from './pipeline-filters.ts'
import type { BoardQuery } from './board-query.ts'
import { usePipelineWords } from './words.ts'

export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { common } = useWords()
  const words = usePipelineWords()
  const retry = (
    <Button look="outline" onClick={onRetry}>
      {common.retry}
    </Button>
  )
  return (
    <EmptyState art={<BrokenThread />} title={words.failed} actions={retry}>
      {describeError(error)}
    </EmptyState>
  )
}

type NoRecordsProps = { query: BoardQuery; onClear: () => void; onCreate: () => void }

export function NoRecords({ query: { kind, filters }, onClear, onCreate }: NoRecordsProps) {
  const words = usePipelineWords()
  const { create } = useDealWords()
  if (isFiltered(filters)) {
    const clear = (
      <Button look="outline" onClick={onClear}>
        {words.filters.clear}
      </Button>
    )
    return (
      <EmptyState art={<LooseThread />} title={words.noMatch} actions={clear}>
        {words.noMatchHint}
      </EmptyState>
    )
  }
  const begin = (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={onCreate}>
      {create.open[kind]}
    </Button>
  )
  return (
    <EmptyState art={<Spool />} title={words.empty[kind]} actions={begin}>
      {words.emptyHint[kind]}
    </EmptyState>
  )
}

/** Shown without a pipeline, or in a pipeline without stages. */
export function NoPipeline({ title }: { title: string }) {
  const words = usePipelineWords()
  const { id: account_id, role } = useAccount()
  const settings = (
    <Link to="/app/$account_id/settings/pipelines" params={{ account_id }} className={buttonClass('primary')}>
      {words.toSettings}
    </Link>
  )
  return (
    <EmptyState art={<Spool />} title={title} actions={role === 'administrator' && settings}>
      {words.noPipelinesHint}
    </EmptyState>
  )
}
