import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { asOpenFilter } from './conditions.ts'
import type { Kind } from './kinds.ts'
import type { Kept } from './pipeline-filters.ts'

/** What is looked at: a pipeline, what of it, and what is looked for there. */
export type Sales = { pipeline: Pipeline; kind: Kind; filters: Kept }

const PAGE = 20

/** What one column of the board asks for. */
export const columnInput = (sales: Sales, stage_id: string) =>
  ({ stage_id, sort: 'position', limit: PAGE, ...soughtIn({ ...sales, filters: onBoard(sales.filters) }) }) as const

/** What the list asks for. */
export const listInput = (sales: Sales) =>
  ({ limit: 50, ...(sales.filters.sort && { sort: sales.filters.sort }), ...soughtIn(sales) }) as const

/** How much there is in each stage. */
export const totalsInput = (sales: Sales) =>
  ({ resource: sales.kind, ...soughtIn({ ...sales, filters: onBoard(sales.filters) }) }) as const

/** Once closed, it leaves the board. A won lead is one worth pursuing, so it stays until it becomes a deal. */
export const isEnd = (kind: Kind, { type }: Pick<Stage, 'type'>) =>
  type === 'lost' || (type === 'won' && kind === 'opportunities')

function soughtIn({ pipeline, kind, filters }: Sales) {
  const filter = asOpenFilter(kind, filters)
  return { pipeline_id: pipeline.id, ...(filter && { filter }), ...(filters.saved && { view_id: filters.saved }) }
}

/** A board shows all stages beside one another. */
function onBoard(filters: Kept): Kept {
  const { stage: _, ...others } = filters
  return others
}
