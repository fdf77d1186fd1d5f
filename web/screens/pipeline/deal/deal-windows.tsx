import { lazy, Suspense, useState } from 'react'
import type { Deal } from './deal.ts'
import { useOpenDeal } from './use-close.ts'

export type DealWindow =
  | { at: 'schedule' | 'item' | 'convert' | 'merge' }
  | { at: 'lost' | 'won'; stage_id?: string | undefined }

const ScheduleDialog = lazy(async () => ({ default: (await import('./activity/schedule-dialog.tsx')).ScheduleDialog }))
const ConvertDialog = lazy(async () => ({ default: (await import('./convert/convert-dialog.tsx')).ConvertDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('./merge/merge-dialog.tsx')).MergeDialog }))
const LostDialog = lazy(async () => ({ default: (await import('./lost-dialog.tsx')).LostDialog }))
const WonDialog = lazy(async () => ({ default: (await import('./won-dialog.tsx')).WonDialog }))

type Props = { deal: Deal; shown: DealWindow | undefined; onClose: () => void }

/** The windows over the drawer. Each comes when it is first wanted, and stays for its way out. */
export function DealWindows({ deal, shown, onClose }: Props) {
  const open = useOpenDeal()
  const [last, setLast] = useState(shown)
  if (shown && shown !== last) setLast(shown)
  const is = (at: DealWindow['at']) => ({ open: shown?.at === at, onClose })
  const stage = last && 'stage_id' in last ? { stage_id: last.stage_id } : {}
  return (
    <Suspense>
      {last?.at === 'schedule' && <ScheduleDialog {...is('schedule')} about={deal} />}
      {last?.at === 'merge' && (
        <MergeDialog {...is('merge')} deal={deal} onMerged={(id) => id !== deal.id && open(deal.kind, id)} />
      )}
      {last?.at === 'lost' && <LostDialog {...is('lost')} deal={deal} {...stage} />}
      {deal.kind === 'lead' && last?.at === 'convert' && <ConvertDialog {...is('convert')} lead={deal} />}
      {deal.kind === 'opportunity' && last?.at === 'won' && <WonDialog {...is('won')} opportunity={deal} {...stage} />}
    </Suspense>
  )
}
