import { useState, type RefObject } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { describeError } from '#web/app/i18n.ts'
import { usePages } from '#web/app/query.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { entityOf, type Deal } from '#web/features/deals/deal.ts'
import { Section } from '#web/screens/pipeline/deal/section.tsx'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'
import { Entry } from './entry.tsx'
import { MailEntry, useMails } from './mails.tsx'
import { WriteNote } from './write-note.tsx'

type TimelineFilter = 'all' | 'people' | 'changes'

/** History of a deal, newest first. */
export function Timeline({ deal, noteRef }: { deal: Deal; noteRef: RefObject<HTMLTextAreaElement | null> }) {
  const { timeline: words, sections } = useDrawerWords()
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const list = usePages('crm_list_activities', { ...entityOf(deal), limit: 50 })
  const mails = useMails(deal)
  const oldest = list.hasNextPage ? (list.items?.at(-1)?.created_at ?? '') : ''
  const items =
    list.items &&
    [
      ...list.items
        .filter((each) => isPast(each) && matches(each, filter))
        .map((activity) => ({ at: activity.created_at, activity, mail: undefined })),
      // Older e-mails follow with the older entries.
      ...mails
        .filter(({ occurred_at }) => filter !== 'changes' && occurred_at >= oldest)
        .map((mail) => ({ at: mail.occurred_at, activity: undefined, mail })),
    ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return (
    <Section
      title={sections.timeline}
      aside={
        <Select<TimelineFilter>
          label={words.filter}
          value={filter}
          choices={{ all: words.all, people: words.people, changes: words.changes }}
          onChange={setFilter}
          marked={filter !== 'all'}
        />
      }
    >
      <WriteNote deal={deal} ref={noteRef} />
      <div className="mt-4">
        {list.error && !items && <Notice>{`${words.failed}. ${describeError(list.error)}`}</Notice>}
        {!items && !list.error && <TimelineSkeleton />}
        {items?.length === 0 && <p className="text-sm text-ink-3">{words.none}</p>}
        <ol>
          {items?.map(({ activity, mail }) =>
            mail ? (
              <MailEntry key={mail.id} mail={mail} />
            ) : (
              <Entry key={activity.id} activity={activity} currency={deal.currency} />
            ),
          )}
        </ol>
        {list.hasNextPage && <LoadMore list={list} />}
      </div>
    </Section>
  )
}

/** Pending activities are listed separately. */
const isPast = ({ due_at, done }: Activity) => due_at === null || done

const isOfPeople = ({ type }: Activity) => type !== 'stage_change' && type !== 'field_change'

const matches = (activity: Activity, filter: TimelineFilter) =>
  filter === 'all' || isOfPeople(activity) === (filter === 'people')

const TimelineSkeleton = () => (
  <div className="space-y-5">
    {[60, 44, 52].map((width) => (
      <div key={width} className="flex gap-3">
        <Skeleton className="size-7 shrink-0" />
        <div className="flex-1 space-y-2 pt-1">
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="h-2 w-1/3" />
        </div>
      </div>
    ))}
  </div>
)
