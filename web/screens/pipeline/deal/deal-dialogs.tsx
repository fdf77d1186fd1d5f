import { lazy, Suspense, useState } from 'react'
import type { Deal } from '#web/features/deals/deal.ts'
import { useOpenDeal } from './use-deal-navigation.ts'

export type DealDialog =
  | { dialog: 'schedule' | 'item' | 'convert' | 'merge' }
  | { dialog: 'lost' | 'won'; stage_id?: string | undefined }

const ScheduleDialog = lazy(async () => ({
  default: (await import('#web/features/activities/schedule-dialog.tsx')).ScheduleDialog,
}))
const ConvertDialog = lazy(async () => ({ default: (await import('./convert/convert-dialog.tsx')).ConvertDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('./merge/merge-dialog.tsx')).MergeDialog }))
const LostDialog = lazy(async () => ({ default: (await import('./lost-dialog.tsx')).LostDialog }))
const WonDialog = lazy(async () => ({ default: (await import('./won-dialog.tsx')).WonDialog }))

type Props = { deal: Deal; openDialog: DealDialog | undefined; onClose: (dialog: DealDialog['dialog']) => void }

/** Dialogs over the drawer, loaded when first opened and kept mounted for their exit animation. */
export function DealDialogs({ deal, openDialog, onClose }: Props) {
  const open = useOpenDeal()
  const [last, setLast] = useState(openDialog)
  if (openDialog && openDialog !== last) setLast(openDialog)
  const props = (dialog: DealDialog['dialog']) => ({
    open: openDialog?.dialog === dialog,
    onClose: () => onClose(dialog),
  })
  const stage = last && 'stage_id' in last ? { stage_id: last.stage_id } : {}
  return (
    <Suspense>
      {last?.dialog === 'schedule' && <ScheduleDialog {...props('schedule')} about={deal} />}
      {last?.dialog === 'merge' && (
        <MergeDialog {...props('merge')} deal={deal} onMerged={(id) => id !== deal.id && open(deal.kind, id)} />
      )}
      {last?.dialog === 'lost' && <LostDialog {...props('lost')} deal={deal} {...stage} />}
      {deal.kind === 'lead' && last?.dialog === 'convert' && <ConvertDialog {...props('convert')} lead={deal} />}
      {deal.kind === 'opportunity' && last?.dialog === 'won' && (
        <WonDialog {...props('won')} opportunity={deal} {...stage} />
      )}
    </Suspense>
  )
}
