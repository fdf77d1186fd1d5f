import { useRef, type RefObject } from 'react'
import type { StageVisit } from '#contract/records/crm.ts'
import type { Deal } from '#web/features/deals/deal.ts'
import { cx } from '#web/ui/cx.ts'
import { PlannedActivities } from './planned-activities.tsx'
import { Attributes } from './attributes.tsx'
import { Attribution } from './attribution.tsx'
import { ContactSection } from './contact-section.tsx'
import { DealSummary } from './deal-summary.tsx'
import type { DealDialog } from './deal-dialogs.tsx'
import { Details } from './details.tsx'
import { JumpBar } from './jump-bar.tsx'
import { Items } from './items/items.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { useMoveTo } from './use-move-to.ts'
import { useDrawerWords } from './words.ts'

type Props = {
  deal: Deal
  history: StageVisit[] | undefined
  noteRef: RefObject<HTMLTextAreaElement | null>
  owners: { open: boolean; onOpenChange: (open: boolean) => void }
  openDialog: DealDialog | undefined
  show: (dialog: DealDialog | undefined) => void
}

/** Activities, items and history of a deal, with its details on the side; where there is no room beside, after the history. */
export function DealSheet({ deal, history, noteRef, owners, openDialog, show }: Props) {
  const { sections } = useDrawerWords()
  const { move, dialog } = useMoveTo(deal, show)
  const planned = useRef<HTMLDivElement>(null)
  const timeline = useRef<HTMLDivElement>(null)
  const details = useRef<HTMLElement>(null)
  return (
    <>
      {dialog}
      <DealSummary deal={deal} history={history} onMove={move} />
      <JumpBar
        parts={[
          { name: sections.planned, part: planned },
          { name: sections.timeline, part: timeline },
          { name: sections.details, part: details },
        ]}
      />
      <div className="grid px-4 @2xl:grid-cols-[minmax(0,1fr)_17rem] @2xl:grid-rows-[auto_1fr] @2xl:gap-x-6 md:px-5">
        <div ref={planned} tabIndex={-1} className={cx(partClass, 'border-b border-line')}>
          <PlannedActivities deal={deal} onSchedule={() => show({ dialog: 'schedule' })} />
        </div>
        <div className="min-w-0 divide-y divide-line">
          <Items
            deal={deal}
            isAdding={openDialog?.dialog === 'item'}
            onAdd={(open) => show(open ? { dialog: 'item' } : undefined)}
          />
          <div ref={timeline} tabIndex={-1} className={partClass}>
            <Timeline deal={deal} noteRef={noteRef} />
          </div>
        </div>
        <aside
          ref={details}
          tabIndex={-1}
          className={cx(
            partClass,
            'divide-y divide-line @max-2xl:border-t @max-2xl:border-line @2xl:col-start-2 @2xl:row-span-2',
            '@2xl:row-start-1 @2xl:border-l @2xl:border-line @2xl:pl-5',
          )}
        >
          <Details deal={deal} owners={owners} />
          <ContactSection deal={deal} />
          <Attribution deal={deal} />
          <Attributes deal={deal} />
        </aside>
      </div>
    </>
  )
}

// A jump leaves room for the bar above.
const partClass = 'min-w-0 scroll-mt-12 outline-none pointer-coarse:scroll-mt-13'
