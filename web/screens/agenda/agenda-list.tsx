import { CalendarPlus } from '#web/ui/icons.ts'
import type { Activity } from '#contract/records/crm.ts'
import { addDays, dayOf } from '#contract/periods.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { usePages } from '#web/app/query.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { useAccount, useSession } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, Spool } from '#web/ui/thread-art.tsx'
import { ActivityRow } from '#web/features/activities/activity-row.tsx'
import { toInput, type AgendaFilters } from './agenda-filters.ts'
import { groupActivities } from './group-activities.ts'
import { useAgendaWords } from './words.ts'

type Props = { filters: AgendaFilters; onSchedule: () => void }

/** Pending activities by urgency, or completed ones by day. */
export function AgendaList({ filters, onSchedule }: Props) {
  const { common } = useWords()
  const words = useAgendaWords()
  const isDone = filters.state === 'done'
  const list = useList(filters)
  const parts = useParts(list.items, isDone)
  if (list.error && !list.items)
    return (
      <EmptyState
        art={<BrokenThread />}
        title={words.failed}
        actions={<Button onClick={() => void list.refetch()}>{common.retry}</Button>}
      >
        {describeError(list.error)}
      </EmptyState>
    )
  if (!list.items) return <Rows label={common.loading} />
  if (parts.length === 0 && !list.hasNextPage)
    return (
      <EmptyState
        art={<Spool />}
        title={isDone ? words.emptyDone : words.empty}
        actions={
          !isDone && (
            <Button look="primary" icon={<CalendarPlus size={16} aria-hidden />} onClick={onSchedule}>
              {words.schedule}
            </Button>
          )
        }
      >
        {isDone ? words.emptyDoneHint : words.emptyHint}
      </EmptyState>
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto max-w-3xl px-4 py-4 md:px-5">
        {parts.map(({ key, name, items }) => (
          <section key={key} aria-labelledby={`agenda-${key}`} className="mb-6">
            <h2 id={`agenda-${key}`} className="mb-1.5 flex items-baseline gap-2 text-sm font-semibold">
              {name}
              <span className="text-xs font-normal text-ink-3">{items.length}</span>
            </h2>
            <ul
              className="divide-y divide-line rounded-xl ring-1 ring-line ring-inset *:[contain-intrinsic-size:auto_4.5rem]
                *:[content-visibility:auto]"
            >
              {items.map((activity) => (
                <ActivityRow key={activity.id} activity={activity} showsDeal />
              ))}
            </ul>
          </section>
        ))}
        <LoadMore list={list} />
      </div>
    </div>
  )
}

const LOOKS_BACK_DAYS = 30

function useList(filters: AgendaFilters) {
  const { user } = useSession()
  const { time_zone } = useAccount()
  const base = toInput(filters, user.id)
  const since = addDays(dayOf(new Date(), time_zone), -LOOKS_BACK_DAYS)
  const input = filters.state === 'done' ? { ...base, due_from: since } : { ...base, pending_only: true }
  return usePages('crm_list_activities', { ...input, limit: 50 })
}

/** The list as named sections. */
function useParts(items: Activity[] | undefined, isDone: boolean): { key: string; name: string; items: Activity[] }[] {
  const words = useAgendaWords()
  const { time_zone } = useAccount()
  const time = useTime()
  const matching = items?.filter(({ done }) => done === isDone) ?? []
  if (!isDone)
    return groupActivities(matching, new Date(), time_zone).map(([key, each]) => ({
      key,
      name: words.groups[key],
      items: each,
    }))
  const sorted = matching.toSorted((one, other) => (other.completed_at ?? '').localeCompare(one.completed_at ?? ''))
  const days = Map.groupBy(sorted, ({ completed_at }) => dayOf(new Date(completed_at ?? 0), time_zone))
  return [...days].map(([key, each]) => ({ key, name: time.calendarDay(key), items: each }))
}

const Rows = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="mx-auto w-full max-w-3xl px-4 py-4 md:px-5">
    <Skeleton className="mt-1 mb-3 h-3 w-20" />
    <div className="divide-y divide-line rounded-xl ring-1 ring-line ring-inset">
      {Array.from({ length: 6 }, (_, i) => (
        <div key={i} className="flex items-center gap-3 px-3 py-3.5">
          <Skeleton className="size-5 shrink-0" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3 w-56 max-w-full" />
            <Skeleton className="h-2 w-36 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  </div>
)
