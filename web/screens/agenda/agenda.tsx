import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '#web/app/session.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { Activities } from './activities.tsx'
import type { AgendaFilters } from './agenda-filters.ts'
import { TestDrives } from './test-drives/test-drives.tsx'
import { useAgendaWords } from './words.ts'

/** Activities and, with the test drives module, test drives. */
export function Agenda() {
  const words = useAgendaWords()
  const filters = useSearch({ from: '/app/$account_id/agenda' })
  const change = useChangeFilters()
  const hasTestDrives = useAccount().modules.includes('test_drives')
  useTitle(words.title)
  const tabs = hasTestDrives && (
    <Segmented
      label={words.tabs}
      value={filters.tab ?? 'activities'}
      choices={{ activities: words.activities, 'test-drives': words.testDrivesTab }}
      onChange={(tab) => change(tab === 'test-drives' ? { tab } : {})}
    />
  )
  return (
    <div className="flex h-full min-w-0 flex-col">
      {filters.tab === 'test-drives' && hasTestDrives ? (
        <TestDrives filters={filters} onChange={change} tabs={tabs} />
      ) : (
        <Activities filters={filters} onChange={change} tabs={tabs} />
      )}
    </div>
  )
}

/** Filters live in the address, so that a view can be shared and the back button works. */
function useChangeFilters() {
  const navigate = useNavigate()
  return (next: AgendaFilters) => void navigate({ to: '.', search: () => next, replace: true })
}

export type PaneProps = { filters: AgendaFilters; onChange: (filters: AgendaFilters) => void; tabs: React.ReactNode }
