import { CalendarPlus } from '#web/ui/icons.ts'
import { usePages } from '#web/app/query.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { entityOf, type Deal } from '#web/features/deals/deal.ts'
import { useActivityWords } from '#web/features/activities/words.ts'
import { ActivityRow } from '#web/features/activities/activity-row.tsx'
import { Section } from './section.tsx'
import { useDrawerWords } from './words.ts'

/** Pending activities of a deal, soonest first. */
export function PlannedActivities({ deal, onSchedule }: { deal: Deal; onSchedule: () => void }) {
  const { sections } = useDrawerWords()
  const words = useActivityWords()
  const list = usePages('crm_list_activities', { ...entityOf(deal), pending_only: true, limit: 25 })
  const items = list.items?.filter(({ done }) => !done)
  return (
    <Section
      title={sections.planned}
      aside={
        <Button size="sm" icon={<CalendarPlus size={14} aria-hidden />} onClick={onSchedule}>
          {words.schedule}
        </Button>
      }
    >
      {!items && <Skeleton className="h-12 w-full rounded-xl!" />}
      {items?.length === 0 && <p className="text-sm text-pretty text-ink-3">{words.noneHint}</p>}
      {items && items.length > 0 && (
        <ul className="divide-y divide-line rounded-xl ring-1 ring-line ring-inset">
          {items.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} />
          ))}
        </ul>
      )}
      {list.hasNextPage && <LoadMore list={list} />}
    </Section>
  )
}
