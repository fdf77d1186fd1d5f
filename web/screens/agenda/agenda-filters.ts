export type AgendaFilters = { q?: string }

export function readAgendaFilters(_search: AgendaFilters): AgendaFilters {
  return {}
}
