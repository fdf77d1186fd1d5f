import type { CustomAttribute } from '#contract/records/workspace.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useTime } from '#web/app/format/time.ts'
import { useWords } from '#web/app/i18n.ts'

/** Writes the value of a custom field as a cell of a list. */
export function useAttributeText() {
  const format = useNumbers()
  const time = useTime()
  const { common } = useWords()
  return (type: CustomAttribute['type'], value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (typeof value === 'boolean') return value ? common.yes : common.no
    if (typeof value === 'number') return format(value)
    if (typeof value !== 'string') return JSON.stringify(value)
    return type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? time.calendarDay(value) : value
  }
}
