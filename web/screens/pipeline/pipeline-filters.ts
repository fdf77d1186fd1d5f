/** What of the sales is shown, as it stands in the address. */
export type PipelineFilters = {
  pipeline_id?: string
  kind?: 'leads' | 'opportunities'
  view?: 'board' | 'list'
  /** A saved view, by its id. */
  saved?: string
  q?: string
  /** Whose, by id; `none` for nobody's. */
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
  closed?: 'yes'
  sort?: 'position'
}
export const attentions = ['rotting', 'overdue', 'unplanned'] as const
export type Attention = (typeof attentions)[number]

export type Kept = Omit<PipelineFilters, 'label'> & { label?: string[] }

/** Reads an address that anyone may have typed: what makes no sense is left out. */
export function readPipelineFilters(search: PipelineFilters): Kept {
  const given: Record<string, unknown> = search
  const labels = [search.label ?? []].flat().map(String).filter(Boolean)
  return {
    ...taken(given, ['pipeline_id', 'saved', 'stage'], isId),
    ...taken(given, ['kind'], isOneOf('leads', 'opportunities')),
    ...taken(given, ['view'], isOneOf('list')),
    ...taken(given, ['q', 'source'], isText),
    ...taken(given, ['owner'], (said) => said === 'none' || isId(said)),
    ...(labels.length > 0 && { label: labels }),
    ...taken(given, ['from', 'to', 'close_from', 'close_to'], isDay),
    ...taken(given, ['min', 'max'], isAmount),
    ...taken(given, ['attention'], isOneOf(...attentions)),
    ...taken(given, ['closed'], isOneOf('yes')),
    ...taken(given, ['sort'], isOneOf('position')),
  }
}

/** What says where one is, and not what is looked for there. */
const places = ['pipeline_id', 'kind', 'view', 'closed', 'sort'] as const

export const isFiltered = (filters: Kept) => Object.keys(filters).some((key) => !places.includes(key as 'kind'))

/** The same place, with nothing looked for. */
export const unfiltered = (filters: Kept): Kept =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => places.includes(key as 'kind')))

function taken(given: Record<string, unknown>, names: readonly string[], fits: (said: string) => boolean): Kept {
  const fitting = names.filter((name) => given[name] != null && fits(String(given[name])))
  return Object.fromEntries(fitting.map((name) => [name, String(given[name])]))
}

const isId = (said: string) => /^\d{1,18}$/.test(said)
const isText = (said: string) => said.trim() !== ''
const isDay = (said: string) => /^\d{4}-\d{2}-\d{2}$/.test(said)
const isAmount = (said: string) => /^\d{1,13}(\.\d{1,2})?$/.test(said)
const isOneOf =
  (...choices: string[]) =>
  (said: string) =>
    choices.includes(said)
