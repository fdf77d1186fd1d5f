import { ArrowRight } from '#web/ui/icons.ts'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useTime } from '#web/app/format/time.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { readChanges } from '#web/features/deals/read-changes.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

/** The changed fields, each before and after. */
export function FieldChanges({ entry: { changes, activity } }: { entry: ContactTimelineEntry }) {
  const names = useFieldNames()
  const format = useFormatValue()
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
          <span className="text-ink-2">{format(field, from)}</span>
          <ArrowRight size={12} role="img" aria-label="→" className="mx-1 inline text-ink-3" />
          <span className="font-medium text-ink">{format(field, to)}</span>
        </li>
      ))}
    </ul>
  )
}

function useFieldNames(): Record<string, string> {
  const { fields } = useDealWords()
  const { fields: contactFields, blocked } = useContactWords()
  return { ...fields, ...contactFields, blocked }
}

/** Formats a value: dates as dates, records by their name. */
function useFormatValue() {
  const { statuses } = useDealWords()
  const { timeline: words } = useContactsScreenWords()
  const time = useTime()
  const number = useNumbers()
  const origins = useOrigins()
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return words.empty
    if (field === 'status') return statuses[value as keyof typeof statuses] ?? String(value)
    if (typeof value === 'boolean') return value ? words.yes : words.no
    if (typeof value === 'number') return number(value)
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return time.calendarDay(value)
    if (typeof value === 'object') return String((value as { name?: unknown }).name ?? JSON.stringify(value))
    return origins.valueOf(field, value) ?? String(value)
  }
}
