import type { Input } from '#web/app/api.ts'

/** View and filters of the agenda in the address. */
export type AgendaFilters = {
  tab?: 'test-drives'
  view?: 'week' | 'month'
  /** A day of the visible week or month. */
  day?: string
  /** `all` or the id of an agent; by default the signed-in person. */
  person?: string
  /** A built-in type, or the id of one of the workspace. */
  type?: string
  state?: 'done'
  /** Filters of test drives. */
  which?: 'past' | 'cancelled'
  vehicle?: string
}
export type View = 'list' | 'week' | 'month'

const types = new Set(['call', 'meeting', 'task'])

/** Reads filters from an address and drops invalid values. */
export function readAgendaFilters(search: AgendaFilters): AgendaFilters {
  const { tab, view, day, person, type, state, which, vehicle } = search
  return {
    ...(tab === 'test-drives' && { tab }),
    ...((view === 'week' || view === 'month') && { view }),
    ...(isDay(day) && { day }),
    ...((person === 'all' || isId(person)) && { person }),
    ...(type !== undefined && (types.has(type) || isId(type)) && { type }),
    ...(state === 'done' && { state }),
    ...((which === 'past' || which === 'cancelled') && { which }),
    ...(isId(vehicle) && { vehicle }),
  }
}

export function toInput({ person, type }: AgendaFilters, me: string) {
  return {
    ...(person !== 'all' && { owner: person ?? me }),
    ...(type && { type }),
  } satisfies Input<'crm_list_activities'>
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const isId = (text: unknown): text is string => typeof text === 'string' && /^\d{1,18}$/.test(text)
