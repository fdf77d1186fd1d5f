import { flush } from '#web/app/batch.ts'
import { prefetchPages, prefetchRead } from '#web/app/query.ts'
import { listing } from '#web/features/deals/kinds.ts'
import { columnInput, isClosingStage, totalsInput } from './board-query.ts'
import { lastPipeline } from './last-pipeline.ts'
import { type ActiveFilters, isOfAllPipelines } from './pipeline-filters.ts'
import { choosePipeline, kindOf } from './use-pipelines.ts'

/** Requests the pipelines and then the columns of the board before it is rendered; resolves when they are known or failed. */
export async function prefetchBoard(account_id: string, filters: ActiveFilters): Promise<void> {
  const reading = prefetchRead(account_id, 'crm_list_pipelines', {})
  flush(account_id)
  const pipelines = await reading
  const pipeline = pipelines && choosePipeline(pipelines.items, filters, lastPipeline.get(account_id))
  if (!pipeline || filters.view === 'list' || isOfAllPipelines(filters)) return
  const kind = kindOf(pipeline, filters)
  const query = { pipeline, kind, filters }
  const stages = pipeline.stages.filter((stage) => filters.closed || !isClosingStage(kind, stage))
  const reads = [
    prefetchRead(account_id, 'get_board_totals', { pipeline_id: pipeline.id, ...totalsInput(query) }),
    ...stages.map(({ id }) => prefetchPages(account_id, listing[kind], columnInput(query, id))),
  ]
  flush(account_id)
  await Promise.all(reads)
}
