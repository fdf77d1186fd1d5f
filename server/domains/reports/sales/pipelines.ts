import type { Pipeline } from '#contract/records/crm.ts'
import { accepts } from '#domains/crm/pipelines/rules.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { matchPipeline } from './pipeline-rules.ts'
import type { Context } from '#kernel/operation.ts'

/** The pipeline to limit a report to, among those for leads or opportunities; undefined means all. */
export async function find(
  ctx: Context,
  pipeline_name: string | undefined,
  resource?: 'leads' | 'opportunities',
): Promise<Pipeline | undefined> {
  if (pipeline_name === undefined) return undefined
  const all = await pipelines.list(ctx)
  return matchPipeline(resource === undefined ? all : all.filter((each) => accepts(each, resource)), pipeline_name)
}
