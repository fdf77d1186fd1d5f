import { useRef, useState } from 'react'
import type { StageVisit } from '#contract/records/crm.ts'
import { Problem } from '#web/app/api.ts'
import { describeError } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SheetContext } from '#web/ui/hotkeys.ts'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import type { Deal, Kind } from '#web/features/deals/deal.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { DealToolbar } from './deal-toolbar.tsx'
import { DealSheet } from './deal-sheet.tsx'
import { DealSkeleton } from './deal-skeleton.tsx'
import { DealDialogs, type DealDialog } from './deal-dialogs.tsx'
import { useCloseDrawer } from './use-deal-navigation.ts'
import { useDrawerWords } from './words.ts'

type Props = { kind: Kind; deal: Deal | undefined; history: StageVisit[] | undefined; error: Error | null }

/** A lead or deal in a drawer over the board. */
export function DealDrawer({ kind, deal: loaded, history, error }: Props) {
  const words = useDrawerWords()
  const names = useDealWords()
  const close = useCloseDrawer()
  const [openDialog, show] = useState<DealDialog>()
  // A dialog whose answer arrives late must not close the one opened after it.
  const hide = (dialog: DealDialog['dialog']) => show((shown) => (shown?.dialog === dialog ? undefined : shown))
  const [picksOwner, pickOwner] = useState(false)
  const note = useRef<HTMLTextAreaElement>(null)
  const deal = isGone(error) ? undefined : loaded
  const name = deal?.name ?? names[kind]
  useTitle(name)

  const controls = { show, pickOwner: () => pickOwner(true), writeNote: () => note.current?.focus(), onGone: close }
  const header = deal ? (
    <DealToolbar deal={deal} controls={controls} />
  ) : (
    <p className="text-sm font-medium">{names[kind]}</p>
  )
  return (
    <SheetContext value>
      <Drawer open onClose={close} title={name} header={header}>
        {!deal && (error ? <Gone error={error} onClose={close} /> : <DealSkeleton label={words.loading} />)}
        {deal && (
          <>
            <DealSheet
              deal={deal}
              history={history}
              noteRef={note}
              owners={{ open: picksOwner, onOpenChange: pickOwner }}
              openDialog={openDialog}
              show={show}
            />
            <DealDialogs deal={deal} openDialog={openDialog} onClose={hide} />
          </>
        )}
      </Drawer>
    </SheetContext>
  )
}

const isGone = (error: Error | null) => error instanceof Problem && error.status === 404

function Gone({ error, onClose }: { error: Error; onClose: () => void }) {
  const words = useDrawerWords()
  const back = (
    <Button look="outline" onClick={onClose}>
      {words.back}
    </Button>
  )
  return (
    <EmptyState art={<BrokenThread />} title={words.gone} actions={back}>
      {isGone(error) ? words.goneHint : describeError(error)}
    </EmptyState>
  )
}
