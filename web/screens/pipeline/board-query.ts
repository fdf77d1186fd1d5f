import type { Pipeline, Stage } from '#contract/records/crm.ts'
import type { Kind } from '#web/features/deals/kinds.ts'
import { toOpenFilter } from './filter-conditions.ts'
import { type ActiveFilters, isOfAllPipelines, type Sort, sorts } from './pipeline-filters.ts'

/** The pipeline on screen, leads or deals, and the filters. */
export type BoardQuery = { pipeline: Pipeline; kind: Kind; filters: ActiveFilters }

const PAGE = 20

export const columnInput = (query: BoardQuery, stage_id: string) =>
  ({
    stage_id,
    sort: 'position',
    limit: PAGE,
    pipeline_id: query.pipeline.id,
    ...filterInput({ ...query, filters: withoutStage(query.filters) }),
  }) as const

export const listInput = (query: BoardQuery) =>
  ({
    limit: 50,
    ...sortInput(query),
    ...(!isOfAllPipelines(query.filters) && { pipeline_id: query.pipeline.id }),
    ...filterInput(query),
  }) as const

/** Leads have no close date. */
export const sortsOf = (kind: Kind): readonly Sort[] =>
  kind === 'leads' ? sorts.filter((sort) => !sort.endsWith('close_date')) : sorts
type LeadSort = Exclude<Sort, 'expected_close_date' | '-expected_close_date'>

const sortInput = ({ kind, filters }: BoardQuery) => {
  const sort = sortsOf(kind).find((each) => each === filters.sort) as LeadSort | undefined
  return sort ? { sort } : {}
}

export const totalsInput = (query: BoardQuery) =>
  ({ resource: query.kind, ...filterInput({ ...query, filters: withoutStage(query.filters) }) }) as const

/** Closed records leave the board. A won lead is still to be pursued, so it stays until it becomes a deal. */
export const isClosingStage = (kind: Kind, { type }: Pick<Stage, 'type'>) =>
  type === 'lost' || (type === 'won' && kind === 'opportunities')

function filterInput({ kind, filters }: BoardQuery) {
  const filter = toOpenFilter(kind, filters)
  return { ...(filter && { filter }), ...(filters.saved && { view_id: filters.saved }) }
}

/** The board shows all stages, so it ignores the stage filter. */
function withoutStage(filters: ActiveFilters): ActiveFilters {
  const { stage: _, ...others } = filters
  return others
}
