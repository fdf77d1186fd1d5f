import { useEffect } from 'react'
import type { Pipeline } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { holdsKind, type Kind } from '#web/features/deals/kinds.ts'
import { lastPipeline } from './last-pipeline.ts'
import { isOfAllPipelines, type ActiveFilters } from './pipeline-filters.ts'

/** All pipelines, the open one, and whether it shows leads or deals. */
export function usePipelines(filters: ActiveFilters) {
  const { id: account_id } = useAccount()
  const { data, error, refetch } = useRead('crm_list_pipelines', {})
  const pipelines = data?.items
  const pipeline = pipelines && choosePipeline(pipelines, filters, lastPipeline.get(account_id))
  const kind: Kind = pipeline ? kindOf(pipeline, filters) : (filters.kind ?? 'opportunities')
  const id = pipeline?.id
  useEffect(() => {
    if (id) lastPipeline.set(account_id, id)
  }, [account_id, id])
  return { pipelines, pipeline, kind, error, refetch }
}

/** The pipeline in the address, else the last one opened, else the default. */
export function choosePipeline(pipelines: readonly Pipeline[], filters: ActiveFilters, last: string | undefined) {
  const requested = pipelines.find(({ id }) => id === filters.pipeline_id)
  const fitting = filters.kind ? pipelines.filter((each) => holdsKind(each, filters.kind!)) : pipelines
  const usual = fitting.find(({ kind, is_default }) => is_default && kind !== 'leads')
  return requested ?? fitting.find(({ id }) => id === last) ?? usual ?? fitting[0] ?? pipelines[0]
}

export function kindOf(pipeline: Pipeline, filters: ActiveFilters): Kind {
  if (pipeline.kind !== 'mixed' && !isOfAllPipelines(filters)) return pipeline.kind
  return filters.kind ?? 'opportunities'
}
