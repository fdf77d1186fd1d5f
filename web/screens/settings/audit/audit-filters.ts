/** The filters of the log, as URL parameters. */
export type AuditFilters = { action?: string; actor?: string; from?: string; to?: string }

/** Reads the filters from the URL and ignores invalid values. */
export function readAuditFilters({ action, actor, from, to }: AuditFilters): AuditFilters {
  return {
    ...(action && { action: String(action) }),
    ...(actor && { actor: String(actor) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}

export const isFiltered = (filters: AuditFilters) => Object.keys(filters).length > 0

const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
