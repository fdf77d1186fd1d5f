/** What an action is called; one without a name of its own goes by its operation, in plain words. */
export function nameOfAction(action: string, names: Record<string, string>) {
  return names[action] ?? action.replaceAll('_', ' ').replace(/^\w/, (letter) => letter.toUpperCase())
}

/** A value of an entry, on one line. */
export function asLine(value: unknown): string {
  if (value === null || value === '') return '—'
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ') || '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
