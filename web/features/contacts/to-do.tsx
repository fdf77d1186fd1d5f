import { CalendarPlus } from '#web/ui/icons.ts'
import { useRead } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActivityRow } from '#web/features/activities/activity-row.tsx'
import type { ScheduleAbout } from '#web/features/activities/schedule-dialog.tsx'
import { KindIcon } from '#web/features/deals/deal-picker.tsx'
import type { Contact } from '#web/app/api.ts'
import { useActivityWords } from '#web/features/activities/words.ts'
import { EmptyLine, Section } from './section.tsx'
import { useContactWords } from './words.ts'
import { useContactDeals } from './sales.tsx'

type Props = {
  contact: Pick<Contact, 'id' | 'name'>
  onSchedule: (about: ScheduleAbout) => void
  storageKey?: string
}

/** Pending activities of the contact and of their leads and deals, soonest first. */
export function ToDo({ contact, onSchedule, storageKey }: Props) {
  const { activities: words } = useContactWords()
  const { data, isError } = useRead('crm_list_activities', { contact_id: contact.id, pending_only: true, limit: 25 })
  const pending = data?.items.filter(({ done }) => !done)
  return (
    <Section
      title={words.title}
      count={pending?.length}
      aside={<ScheduleButton contact={contact} onSchedule={onSchedule} />}
      {...(storageKey && { storageKey })}
    >
      {!data && !isError && <Skeleton className="my-2 h-9 w-full rounded-lg!" />}
      {isError && <EmptyLine>{words.failed}</EmptyLine>}
      {pending?.length === 0 && <EmptyLine>{words.none}</EmptyLine>}
      <ul className="-mx-2 empty:hidden">
        {pending?.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} showsDeal={activity.entity_type !== 'contact'} />
        ))}
      </ul>
    </Section>
  )
}

/** Schedules for the contact or, if there are leads or deals, for the one that is chosen. */
function ScheduleButton({ contact, onSchedule }: Pick<Props, 'contact' | 'onSchedule'>) {
  const words = useActivityWords()
  const deals = useContactDeals(contact.id).items ?? []
  const about: ScheduleAbout = { kind: 'contact', id: contact.id, name: contact.name }
  const button = (
    <Button
      size="sm"
      icon={<CalendarPlus size={14} aria-hidden />}
      {...(deals.length === 0 && { onClick: () => onSchedule(about) })}
    >
      {words.schedule}
    </Button>
  )
  if (deals.length === 0) return button
  return (
    <Menu trigger={button}>
      {[about, ...deals].map((each) => (
        <MenuItem
          key={`${each.kind} ${each.id}`}
          icon={<KindIcon kind={each.kind} />}
          onSelect={() => onSchedule(each)}
        >
          {each.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
