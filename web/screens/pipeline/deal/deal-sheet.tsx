import type { RefObject } from 'react'
import type { StageVisit } from '#contract/records/crm.ts'
import { Planned } from './activity/planned.tsx'
import { Attributes } from './attributes.tsx'
import { Attribution } from './attribution.tsx'
import { ContactPart } from './contact-part.tsx'
import type { Deal } from './deal.ts'
import { DealTop } from './deal-top.tsx'
import type { DealWindow } from './deal-windows.tsx'
import { Facts } from './facts.tsx'
import { Items } from './items/items.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { useMoveTo } from './use-move-to.ts'

type Props = {
  deal: Deal
  history: StageVisit[] | undefined
  noteRef: RefObject<HTMLTextAreaElement | null>
  owners: { open: boolean; onOpenChange: (open: boolean) => void }
  shown: DealWindow | undefined
  show: (window: DealWindow | undefined) => void
}

/** What is to be done and has happened; beside it, what is known. */
export function DealSheet({ deal, history, noteRef, owners, shown, show }: Props) {
  const move = useMoveTo(deal, show)
  return (
    <>
      <DealTop deal={deal} history={history} onMove={move} />
      <div className="grid px-4 @2xl:grid-cols-[minmax(0,1fr)_17rem] @2xl:gap-x-6 md:px-5">
        <aside className="divide-y divide-line @2xl:order-last @2xl:border-l @2xl:border-line @2xl:pl-5">
          <Facts deal={deal} owners={owners} />
          <ContactPart deal={deal} />
          <Attribution deal={deal} />
          <Attributes deal={deal} />
        </aside>
        <div className="min-w-0 divide-y divide-line @max-2xl:border-t @max-2xl:border-line">
          <Planned deal={deal} onSchedule={() => show({ at: 'schedule' })} />
          <Items
            deal={deal}
            isAdding={shown?.at === 'item'}
            onAdd={(open) => show(open ? { at: 'item' } : undefined)}
          />
          <Timeline deal={deal} noteRef={noteRef} />
        </div>
      </div>
    </>
  )
}
