import { CalendarPlus } from 'lucide-react'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActivityRow } from '#web/screens/pipeline/deal/activity/activity-row.tsx'
import { KindIcon } from '#web/screens/pipeline/deal/deal-picker.tsx'
import type { Deal } from '#web/screens/pipeline/deal/deal.ts'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { Nothing, Section } from '#web/screens/contacts/profile/section.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { useDeals } from './sales.tsx'

type Props = { contact_id: string; onSchedule: (about: Deal) => void; folds?: string }

/** What is to be done about what the contact may buy, soonest first. */
export function ToDo({ contact_id, onSchedule, folds }: Props) {
  const { activities: words } = useContactWords()
  const { data, isError } = useRead('crm_list_activities', { contact_id, pending_only: true, limit: 25 })
  const deals = useDeals(contact_id).items ?? []
  const pending = data?.items.filter(({ done }) => !done)
  return (
    <Section
      title={words.title}
      count={pending?.length}
      aside={<Plan deals={deals} onPlan={onSchedule} />}
      {...(folds && { folds })}
    >
      {!data && !isError && <Skeleton className="my-2 h-9 w-full rounded-lg!" />}
      {isError && <Nothing>{words.failed}</Nothing>}
      {pending?.length === 0 && <Nothing>{deals.length > 0 ? words.none : words.noneYet}</Nothing>}
      <ul className="-mx-2 empty:hidden">
        {pending?.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} isElsewhere />
        ))}
      </ul>
    </Section>
  )
}

/** What is planned is about something they may buy; where there are several, one is chosen first. */
function Plan({ deals, onPlan }: { deals: Deal[]; onPlan: (about: Deal) => void }) {
  const { activities: words } = useDealWords()
  const [first, ...others] = deals
  if (!first) return null
  const button = (
    <Button
      size="sm"
      icon={<CalendarPlus size={14} aria-hidden />}
      {...(others.length === 0 && { onClick: () => onPlan(first) })}
    >
      {words.schedule}
    </Button>
  )
  if (others.length === 0) return button
  return (
    <Menu trigger={button}>
      {deals.map((deal) => (
        <MenuItem key={deal.url} icon={<KindIcon kind={deal.kind} />} onSelect={() => onPlan(deal)}>
          {deal.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
