export type PropertyFilters = { q?: string }

export function readPropertyFilters(_search: PropertyFilters): PropertyFilters {
  return {}
}
