import { CalendarPlus } from 'lucide-react'
import { usePages } from '#web/query.ts'
import { More } from '#web/parts/more.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { entityOf, type Deal } from '#web/screens/pipeline/deal/deal.ts'
import { Part } from '#web/screens/pipeline/deal/fact.tsx'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { ActivityRow } from './activity-row.tsx'

/** What is to be done about it, soonest first. */
export function Planned({ deal, onSchedule }: { deal: Deal; onSchedule: () => void }) {
  const { activities: words, sections } = useDealWords()
  const list = usePages('crm_list_activities', { ...entityOf(deal), pending_only: true, limit: 25 })
  const items = list.items?.filter(({ done }) => !done)
  return (
    <Part
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
      {list.hasNextPage && <More list={list} />}
    </Part>
  )
}
