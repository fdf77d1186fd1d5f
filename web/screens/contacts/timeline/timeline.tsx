import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TimelineKind } from '#contract/records/contact.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { usePages } from '#web/app/query.ts'
import { useTime } from '#web/app/format/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, LooseThread } from '#web/ui/thread-art.tsx'
import type { TimelineFilter } from '#web/screens/contacts/contact-filters.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { Entry } from './entry.tsx'
import { groupMessages } from './group-messages.ts'
import { MessageGroup } from './message-group.tsx'

const kinds: Record<TimelineFilter, TimelineKind[] | undefined> = {
  all: undefined,
  conversations: ['conversation', 'message'],
  notes: ['note'],
  sales: ['lead', 'opportunity'],
  activities: ['activity'],
  contact: ['contact', 'label'],
}

/** The contact's history, newest first. */
export function Timeline({ contact_id }: { contact_id: string }) {
  const { timeline: words } = useContactsScreenWords()
  const { show = 'all' } = useSearch({ from: '/app/$account_id/contacts' })
  const shownKinds = kinds[show]
  const list = usePages('get_contact_timeline', { contact_id, limit: 40, ...(shownKinds && { kinds: shownKinds }) })
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
          <LoadMore list={list} />
          {!list.hasNextPage && (show === 'all' || show === 'contact') && (
            <p className="text-center text-xs text-ink-3">{words.retention}</p>
          )}
        </div>
      )}
    </div>
  )
}

type Entries = NonNullable<ReturnType<typeof usePages<'get_contact_timeline'>>['items']>

/** Entries grouped by day. */
function Days({ entries }: { entries: Entries }) {
  const time = useTime()
  const days = Map.groupBy(entries, ({ occurred_at }) => time.date(occurred_at))
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h3 className="pt-4 pb-3 text-xs font-medium text-ink-3 first-letter:uppercase">{day}</h3>
      <ol>
        {groupMessages(ofDay).map((group) =>
          group[0]!.kind === 'message' ? (
            <MessageGroup key={group.at(-1)!.id} messages={group} />
          ) : (
            <Entry key={group[0]!.id} entry={group[0]!} />
          ),
        )}
      </ol>
    </section>
  ))
}

function Filter({ value }: { value: TimelineFilter }) {
  const { timeline: words } = useContactsScreenWords()
  const navigate = useNavigate()
  const change = (next: TimelineFilter) =>
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
  const { timeline: words } = useContactsScreenWords()
  const { common } = useWords()
  const retry = (
    <Button look="outline" onClick={onRetry}>
      {common.retry}
    </Button>
  )
  return (
    <EmptyState art={<BrokenThread />} title={words.failed} actions={retry}>
      {describeError(error)}
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
