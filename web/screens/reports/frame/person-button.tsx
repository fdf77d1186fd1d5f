import { useReportFilters } from '#web/screens/reports/use-asked.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { linkClass } from './record-links.tsx'

/** A person in a table: pressed, the report is about them; pressed again, about everybody. */
export function PersonButton({ id, name, note }: { id: string; name: string; note?: string | undefined }) {
  const { agent } = useReportFilters()
  const change = useChangeFilters()
  return (
    <>
      <button
        type="button"
        aria-pressed={agent === id}
        onClick={() => change({ agent: agent === id ? undefined : id })}
        className={linkClass}
      >
        {name}
      </button>
      {note && <span className="block text-xs text-ink-3">{note}</span>}
    </>
  )
}
