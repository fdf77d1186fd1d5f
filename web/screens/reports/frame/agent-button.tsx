import { useReportFilters } from '#web/screens/reports/use-report-input.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { linkClass } from './record-links.tsx'

/** An agent in a table; toggles the filter by this agent. */
export function AgentButton({ id, name, note }: { id: string; name: string; note?: string | undefined }) {
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
