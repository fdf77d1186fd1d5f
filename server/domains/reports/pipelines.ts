import type { Pipeline } from '#contract/records/crm.ts'
import { holds } from '#domains/crm/pipeline-rules.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import { named } from '#domains/reports/pipeline-rules.ts'
import type { Context } from '#kernel/operation.ts'

/** The pipeline a report is narrowed to, of those that hold records of this sort, or of any; undefined where none is named: all. */
export async function find(
  ctx: Context,
  pipeline_name: string | undefined,
  sort?: 'leads' | 'opportunities',
): Promise<Pipeline | undefined> {
  if (pipeline_name === undefined) return undefined
  const all = await pipelines.list(ctx)
  return named(sort === undefined ? all : all.filter((each) => holds(each, sort)), pipeline_name)
}
