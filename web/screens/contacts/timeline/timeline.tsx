import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TimelineKind } from '#contract/records/contact.ts'
import { explain, useWords } from '#web/i18n.ts'
import { More } from '#web/parts/more.tsx'
import { usePages } from '#web/query.ts'
import { useTime } from '#web/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, LooseThread } from '#web/ui/thread-art.tsx'
import type { TimelineShown } from '#web/screens/contacts/contact-filters.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { Entry } from './entry.tsx'
import { gather } from './gather.ts'
import { Talk } from './talk.tsx'

const kinds: Record<TimelineShown, TimelineKind[] | undefined> = {
  all: undefined,
  conversations: ['conversation', 'message'],
  notes: ['note'],
  sales: ['lead', 'opportunity'],
  activities: ['activity'],
  contact: ['contact', 'label'],
}

/** Everything that happened around a contact, newest first. */
export function Timeline({ contact_id }: { contact_id: string }) {
  const { timeline: words } = useContactWords()
  const { show = 'all' } = useSearch({ from: '/app/$account_id/contacts' })
  const wanted = kinds[show]
  const list = usePages('get_contact_timeline', { contact_id, limit: 40, ...(wanted && { kinds: wanted }) })
  const { items, error, isPlaceholderData } = list
  return (
    <div className="px-5 py-4">
      <Filter value={show} />
      {!items && error && <Failed error={error} onRetry={list.refetch} />}
      {!items && !error && <Loading />}
      {items?.length === 0 && (
        <EmptyState art={<LooseThread />} title={show === 'all' ? words.none : words.noneOfKind}>
          {show === 'all' ? words.noneHint : words.noneOfKindHint}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <Days entries={items} />
          <More list={list} />
          {!list.hasNextPage && (show === 'all' || show === 'contact') && (
            <p className="text-center text-xs text-ink-3">{words.kept}</p>
          )}
        </div>
      )}
    </div>
  )
}

type Entries = NonNullable<ReturnType<typeof usePages<'get_contact_timeline'>>['items']>

/** What happened, under the day it happened on. */
function Days({ entries }: { entries: Entries }) {
  const time = useTime()
  const days = Map.groupBy(entries, ({ occurred_at }) => time.date(occurred_at))
  return [...days].map(([day, those]) => (
    <section key={day} aria-label={day}>
      <h3 className="pt-4 pb-3 text-xs font-medium text-ink-3 first-letter:uppercase">{day}</h3>
      <ol>
        {gather(those).map((group) =>
          group[0]!.kind === 'message' ? (
            <Talk key={group.at(-1)!.id} messages={group} />
          ) : (
            <Entry key={group[0]!.id} entry={group[0]!} />
          ),
        )}
      </ol>
    </section>
  ))
}

function Filter({ value }: { value: TimelineShown }) {
  const { timeline: words } = useContactWords()
  const navigate = useNavigate()
  const change = (next: TimelineShown) =>
    void navigate({
      to: '.',
      search: ({ show: _show, ...others }) => (next === 'all' ? others : { ...others, show: next }),
      replace: true,
    })
  return (
    <Select label={words.filter} value={value} choices={words.filters} onChange={change} marked={value !== 'all'} />
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { timeline: words } = useContactWords()
  const { common } = useWords()
  const retry = (
    <Button look="outline" onClick={onRetry}>
      {common.retry}
    </Button>
  )
  return (
    <EmptyState art={<BrokenThread />} title={words.failed} actions={retry}>
      {explain(error)}
    </EmptyState>
  )
}

function Loading() {
  const { common } = useWords()
  return (
    <div role="status" aria-label={common.loading} className="space-y-6 pt-8">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex gap-3">
          <Skeleton className="size-7 shrink-0" />
          <div className="flex-1 space-y-2 pt-1.5">
            <Skeleton className="h-3 w-48 max-w-full" />
            <Skeleton className="h-2 w-32 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
