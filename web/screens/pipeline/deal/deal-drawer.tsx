import { useRef, useState } from 'react'
import type { StageVisit } from '#contract/records/crm.ts'
import { Problem } from '#web/api.ts'
import { explain, useWords } from '#web/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SheetContext } from '#web/ui/hotkeys.ts'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import type { Deal, Kind } from './deal.ts'
import { DealBar } from './deal-bar.tsx'
import { DealSheet } from './deal-sheet.tsx'
import { DealSkeleton } from './deal-skeleton.tsx'
import { DealWindows, type DealWindow } from './deal-windows.tsx'
import { useClose } from './use-close.ts'
import { useDealWords } from './words.ts'

type Props = { kind: Kind; deal: Deal | undefined; history: StageVisit[] | undefined; error: Error | null }

/** Everything about one lead or deal, over the board it stands on. */
export function DealDrawer({ kind, deal: known, history, error }: Props) {
  const { common } = useWords()
  const words = useDealWords()
  const close = useClose()
  const [shown, show] = useState<DealWindow>()
  const [picksOwner, pickOwner] = useState(false)
  const note = useRef<HTMLTextAreaElement>(null)
  const deal = isGone(error) ? undefined : known
  const name = deal?.name ?? words[kind]
  useTitle(name)

  const ways = { show, pickOwner: () => pickOwner(true), writeNote: () => note.current?.focus(), onGone: close }
  const header = deal ? <DealBar deal={deal} ways={ways} /> : <p className="text-sm font-medium">{words[kind]}</p>
  return (
    <SheetContext value>
      <Drawer open onClose={close} title={name} header={header} closeLabel={common.close}>
        {!deal && (error ? <Gone error={error} onClose={close} /> : <DealSkeleton label={words.loading} />)}
        {deal && (
          <>
            <DealSheet
              deal={deal}
              history={history}
              noteRef={note}
              owners={{ open: picksOwner, onOpenChange: pickOwner }}
              shown={shown}
              show={show}
            />
            <DealWindows deal={deal} shown={shown} onClose={() => show(undefined)} />
          </>
        )}
      </Drawer>
    </SheetContext>
  )
}

const isGone = (error: Error | null) => error instanceof Problem && error.status === 404

function Gone({ error, onClose }: { error: Error; onClose: () => void }) {
  const words = useDealWords()
  const back = (
    <Button look="outline" onClick={onClose}>
      {words.back}
    </Button>
  )
  return (
    <EmptyState art={<BrokenThread />} title={words.gone} actions={back}>
      {isGone(error) ? words.goneHint : explain(error)}
    </EmptyState>
  )
}
