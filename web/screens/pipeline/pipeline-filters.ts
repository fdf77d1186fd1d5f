import { isDay, toTexts } from '#web/app/search-values.ts'
import { readCondition } from '#web/features/conditions/condition-param.ts'

/** Pipeline, view and filters in the address. */
export type PipelineFilters = {
  pipeline_id?: string
  kind?: 'leads' | 'opportunities'
  view?: 'board' | 'list'
  /** The list shows the records of all pipelines. */
  pipelines?: 'all'
  /** A saved view, by its id. */
  saved?: string
  q?: string
  /** Owner id; `none` for records without an owner. */
  owner?: string
  stage?: string
  label?: string | string[]
  source?: string
  from?: string
  to?: string
  close_from?: string
  close_to?: string
  min?: string
  max?: string
  attention?: Attention
  /** Conditions over any field: `origin:equal_to:facebook`. */
  where?: string | string[]
  closed?: 'yes'
  sort?: Sort
}
export const sorts = [
  'newest',
  'oldest',
  'position',
  'name',
  '-name',
  'amount',
  '-amount',
  'last_activity_at',
  '-last_activity_at',
  'stage',
  '-stage',
  'owner',
  '-owner',
  'expected_close_date',
  '-expected_close_date',
] as const
export type Sort = (typeof sorts)[number]
export const attentions = ['rotting', 'overdue', 'unplanned'] as const
export type Attention = (typeof attentions)[number]

export type ActiveFilters = Omit<PipelineFilters, 'label' | 'where'> & { label?: string[]; where?: string[] }

/** Reads filters from an address and drops invalid values. */
export function readPipelineFilters(search: PipelineFilters): ActiveFilters {
  const params: Record<string, unknown> = search
  const labels = toTexts(search.label)
  const where = toTexts(search.where).filter((text) => readCondition(text))
  return {
    ...pick(params, ['pipeline_id', 'saved', 'stage'], isId),
    ...pick(params, ['kind'], isOneOf('leads', 'opportunities')),
    ...pick(params, ['view'], isOneOf('list')),
    ...pick(params, ['q', 'source'], isText),
    ...pick(params, ['owner'], (value) => value === 'none' || isId(value)),
    ...(labels.length > 0 && { label: labels }),
    ...(where.length > 0 && { where }),
    ...pick(params, ['pipelines'], isOneOf('all')),
    ...pick(params, ['from', 'to', 'close_from', 'close_to'], isDay),
    ...pick(params, ['min', 'max'], isAmount),
    ...pick(params, ['attention'], isOneOf(...attentions)),
    ...pick(params, ['closed'], isOneOf('yes')),
    ...pick(params, ['sort'], isOneOf(...sorts.slice(1))),
  }
}

/** Parameters that choose the view; all others are filters. */
const viewParams = ['pipeline_id', 'kind', 'view', 'closed', 'sort'] as const

export const isFiltered = (filters: ActiveFilters) =>
  Object.keys(filters).some((key) => !viewParams.includes(key as 'kind'))

/** The same view without filters. */
export const unfiltered = (filters: ActiveFilters): ActiveFilters =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => viewParams.includes(key as 'kind')))

/** Whether the list shows the records of all pipelines; a board shows one. */
export const isOfAllPipelines = ({ view, pipelines }: ActiveFilters) => view === 'list' && pipelines === 'all'

function pick(
  params: Record<string, unknown>,
  names: readonly string[],
  isValid: (value: string) => boolean,
): ActiveFilters {
  const valid = names.filter((name) => params[name] != null && isValid(String(params[name])))
  return Object.fromEntries(valid.map((name) => [name, String(params[name])]))
}

const isId = (value: string) => /^\d{1,18}$/.test(value)
const isText = (value: string) => value.trim() !== ''
const isAmount = (value: string) => /^\d{1,13}(\.\d{1,2})?$/.test(value)
const isOneOf =
  (...choices: string[]) =>
  (value: string) =>
    choices.includes(value)
