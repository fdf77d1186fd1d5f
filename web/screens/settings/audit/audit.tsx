import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePages } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { LooseThread, Spool } from '#web/ui/thread-art.tsx'
import { isFiltered, type AuditFilters } from './audit-filters.ts'
import { AuditToolbar } from './audit-toolbar.tsx'
import { Entry } from './entry.tsx'
import { useAuditWords } from './words.ts'

export function Audit() {
  const words = useAuditWords()
  const filters = useSearch({ from: '/app/$account_id/settings/audit' })
  const navigate = useNavigate()
  const list = usePages('list_audit_entries', { ...filters, limit: 50 })
  const change = (next: AuditFilters) => void navigate({ to: '.', search: () => next, replace: true })
  const clear = (
    <Button look="outline" onClick={() => change({})}>
      {words.clear}
    </Button>
  )
  return (
    <Section title={words.title} hint={words.hint}>
      <AuditToolbar filters={filters} onChange={change} />
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed} rows={6}>
        {(items) =>
          items.length > 0 ? (
            <>
              <ul
                aria-busy={list.isPlaceholderData}
                className="divide-y divide-line overflow-hidden rounded-xl ring-1 ring-line transition-opacity aria-busy:opacity-50"
              >
                {items.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          ) : isFiltered(filters) ? (
            <EmptyState art={<LooseThread />} title={words.noMatch} actions={clear} />
          ) : (
            <EmptyState art={<Spool />} title={words.empty}>
              {words.emptyHint}
            </EmptyState>
          )
        }
      </Loaded>
    </Section>
  )
}
