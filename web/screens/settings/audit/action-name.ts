/** The name of an action; an unknown one is shown by its operation name in plain words. */
export function nameOfAction(action: string, names: Record<string, string>) {
  return names[action] ?? action.replaceAll('_', ' ').replace(/^\w/, (letter) => letter.toUpperCase())
}

/** Formats a value on one line. */
export function asLine(value: unknown): string {
  if (value === null || value === '') return '—'
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ') || '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
