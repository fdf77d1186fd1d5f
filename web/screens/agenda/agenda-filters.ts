import type { Input } from '#web/api.ts'

/** What the agenda shows, as it stands in the address. */
export type AgendaFilters = {
  tab?: 'test-drives'
  view?: 'week' | 'month'
  /** A day of the week or month in sight. */
  day?: string
  /** Whose: `all`, or the id of an agent; without it, one's own. */
  person?: string
  type?: PlannedType
  state?: 'done'
  /** Of test drives. */
  which?: 'past' | 'cancelled'
  vehicle?: string
}
export type PlannedType = (typeof types)[number]
export type View = 'list' | 'week' | 'month'

const types = ['call', 'meeting', 'task'] as const

/** Reads an address that anyone may have typed: what makes no sense is left out. */
export function readAgendaFilters(search: AgendaFilters): AgendaFilters {
  const { tab, view, day, person, type, state, which, vehicle } = search
  const known = types.find((each) => each === type)
  return {
    ...(tab === 'test-drives' && { tab }),
    ...((view === 'week' || view === 'month') && { view }),
    ...(isDay(day) && { day }),
    ...((person === 'all' || isId(person)) && { person }),
    ...(known && { type: known }),
    ...(state === 'done' && { state }),
    ...((which === 'past' || which === 'cancelled') && { which }),
    ...(isId(vehicle) && { vehicle }),
  }
}

/** Whose and which, as the operation asks for it. */
export function asInput({ person, type }: AgendaFilters, me: string) {
  return {
    ...(person !== 'all' && { owner: person ?? me }),
    ...(type && { type }),
  } satisfies Input<'crm_list_activities'>
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const isId = (text: unknown): text is string => typeof text === 'string' && /^\d{1,18}$/.test(text)
