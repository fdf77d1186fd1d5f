import { fold, nearest } from '#kernel/filters/reference.ts'

/**
 * The sentence for a filter that found nothing because no record has its value: the values that exist, nearest first.
 * Undefined if some record has it, so that the other filters are the reason.
 */
export function describeUnknownValue(
  { field, value, what }: { field: string; value: string; what: string },
  known: readonly string[],
  matches: (known: string) => boolean = (each) => fold(each) === fold(value),
): string | undefined {
  if (known.some(matches)) return undefined
  const choices = nearest(known, value, (each) => each)
  const exist = choices.length > 0 ? `Values that exist: ${choices.join(', ')}.` : 'None has a value there yet.'
  return `No ${what} has ${field} "${value.slice(0, 100)}". ${exist}`
}
