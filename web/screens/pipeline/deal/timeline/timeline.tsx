import { useState, type RefObject } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { explain } from '#web/i18n.ts'
import { usePages } from '#web/query.ts'
import { More } from '#web/parts/more.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { entityOf, type Deal } from '#web/screens/pipeline/deal/deal.ts'
import { Part } from '#web/screens/pipeline/deal/fact.tsx'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { Entry } from './entry.tsx'
import { WriteNote } from './write-note.tsx'

type Wanted = 'all' | 'people' | 'changes'

/** Everything that happened to it, newest first. */
export function Timeline({ deal, noteRef }: { deal: Deal; noteRef: RefObject<HTMLTextAreaElement | null> }) {
  const { timeline: words, sections } = useDealWords()
  const [wanted, want] = useState<Wanted>('all')
  const list = usePages('crm_list_activities', { ...entityOf(deal), limit: 50 })
  const items = list.items?.filter((each) => isPast(each) && fits(each, wanted))
  return (
    <Part
      title={sections.timeline}
      aside={
        <Select<Wanted>
          label={words.filter}
          value={wanted}
          choices={{ all: words.all, people: words.people, changes: words.changes }}
          onChange={want}
          marked={wanted !== 'all'}
        />
      }
    >
      <WriteNote deal={deal} ref={noteRef} />
      <div className="mt-4">
        {list.error && !items && <Notice>{`${words.failed}. ${explain(list.error)}`}</Notice>}
        {!items && !list.error && <Waiting />}
        {items?.length === 0 && <p className="text-sm text-ink-3">{words.none}</p>}
        <ol>
          {items?.map((activity) => (
            <Entry key={activity.id} activity={activity} currency={deal.currency} />
          ))}
        </ol>
        {list.hasNextPage && <More list={list} />}
      </div>
    </Part>
  )
}

/** What is still to be done stands above. */
const isPast = ({ due_at, done }: Activity) => due_at === null || done

const isOfPeople = ({ type }: Activity) => type !== 'stage_change' && type !== 'field_change'

const fits = (activity: Activity, wanted: Wanted) => wanted === 'all' || isOfPeople(activity) === (wanted === 'people')

const Waiting = () => (
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
