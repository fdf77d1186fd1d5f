import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { explain, useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BrokenThread, LooseThread, Spool } from '#web/ui/thread-art.tsx'
import { isFiltered } from './pipeline-filters.ts'
import type { Sales } from './sales.ts'
import { usePipelineWords } from './words.ts'

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { common } = useWords()
  const words = usePipelineWords()
  const retry = (
    <Button look="outline" onClick={onRetry}>
      {common.retry}
    </Button>
  )
  return (
    <EmptyState art={<BrokenThread />} title={words.failed} actions={retry}>
      {explain(error)}
    </EmptyState>
  )
}

type NothingProps = { sales: Sales; onClear: () => void; onCreate: () => void }

export function Nothing({ sales: { kind, filters }, onClear, onCreate }: NothingProps) {
  const words = usePipelineWords()
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
      {words.create.open[kind]}
    </Button>
  )
  return (
    <EmptyState art={<Spool />} title={words.empty[kind]} actions={begin}>
      {words.emptyHint[kind]}
    </EmptyState>
  )
}

/** Without a pipeline, or in one without stages, nothing can be sold. */
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
