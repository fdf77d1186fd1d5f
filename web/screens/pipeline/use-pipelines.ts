import { useEffect } from 'react'
import type { Pipeline } from '#contract/records/crm.ts'
import { useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { isHolding, type Kind } from './kinds.ts'
import { lastPipeline } from './last-pipeline.ts'
import type { Kept } from './pipeline-filters.ts'

/** The pipelines there are, the one that is open, and which of what it holds is shown. */
export function usePipelines(filters: Kept) {
  const { id: account_id } = useAccount()
  const { data, error, refetch } = useRead('crm_list_pipelines', {})
  const pipelines = data?.items
  const pipeline = pipelines && chosen(pipelines, filters, lastPipeline.get(account_id))
  const kind: Kind = pipeline ? kindOf(pipeline, filters.kind) : (filters.kind ?? 'opportunities')
  const id = pipeline?.id
  useEffect(() => {
    if (id) lastPipeline.set(account_id, id)
  }, [account_id, id])
  return { pipelines, pipeline, kind, error, refetch }
}

/** The one the address names, else the one looked at last, else the usual one. */
export function chosen(pipelines: readonly Pipeline[], filters: Kept, last: string | undefined) {
  const named = pipelines.find(({ id }) => id === filters.pipeline_id)
  const fitting = filters.kind ? pipelines.filter((each) => isHolding(each, filters.kind!)) : pipelines
  const usual = fitting.find(({ kind, is_default }) => is_default && kind !== 'leads')
  return named ?? fitting.find(({ id }) => id === last) ?? usual ?? fitting[0] ?? pipelines[0]
}

export function kindOf(pipeline: Pipeline, wanted: Kind | undefined): Kind {
  if (pipeline.kind !== 'mixed') return pipeline.kind
  return wanted ?? 'opportunities'
}
