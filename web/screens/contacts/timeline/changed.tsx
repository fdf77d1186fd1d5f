import { ArrowRight } from 'lucide-react'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import { useWords } from '#web/i18n.ts'
import { useNumbers } from '#web/numbers.ts'
import { useTime } from '#web/time.ts'
import { readChanges } from '#web/screens/pipeline/deal/timeline/read-changes.ts'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'

/** Which fields changed, each before and after. */
export function Changed({ entry: { changes, activity } }: { entry: ContactTimelineEntry }) {
  const names = useNames()
  const write = useWrite()
  const stage = changes?.['stage'] as { from: { name: string } | null; to: { name: string } | null } | undefined
  const others = readChanges({ type: activity?.type ?? 'field_change', changes }).filter(
    ({ field }) => field !== 'stage',
  )
  const all = [...(stage ? [{ field: 'stage', label: undefined, ...stage }] : []), ...others]
  return (
    <ul className="mt-0.5 text-sm">
      {all.map(({ field, label, from, to }) => (
        <li key={field} className="line-clamp-2 wrap-anywhere">
          <span className="text-ink-3">{label ?? names[field] ?? field}: </span>
          <span className="text-ink-2">{write(field, from)}</span>
          <ArrowRight size={12} role="img" aria-label="→" className="mx-1 inline text-ink-3" />
          <span className="font-medium text-ink">{write(field, to)}</span>
        </li>
      ))}
    </ul>
  )
}

function useNames(): Record<string, string> {
  const { fields } = useDealWords()
  const { contacts } = useWords()
  const { blocked } = useContactWords()
  return { ...fields, ...contacts.fields, blocked }
}

/** A value as a person reads it: days as days, what has a name by its name. */
function useWrite() {
  const { statuses } = useDealWords()
  const { timeline: words } = useContactWords()
  const time = useTime()
  const number = useNumbers()
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return words.nothing
    if (field === 'status') return statuses[value as keyof typeof statuses] ?? String(value)
    if (typeof value === 'boolean') return value ? words.on : words.off
    if (typeof value === 'number') return number(value)
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return time.calendarDay(value)
    if (typeof value === 'object') return String((value as { name?: unknown }).name ?? JSON.stringify(value))
    return String(value)
  }
}
