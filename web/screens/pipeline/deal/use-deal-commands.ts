import {
  CalendarPlus,
  Combine,
  Link2,
  PackagePlus,
  RotateCcw,
  StickyNote,
  Trash2,
  Trophy,
  UserPlus,
  UserRoundCheck,
  X,
  ArrowRight,
  Handshake,
} from 'lucide-react'
import { useCommands, type Command } from '#web/commands/commands.ts'
import { useWords } from '#web/i18n.ts'
import { useCopy } from '#web/parts/use-copy.ts'
import { useSession } from '#web/session.ts'
import { undoLast } from '#web/ui/toast.tsx'
import { isClosed, type Deal } from './deal.ts'
import { useAssign, useDiscard, useReopen } from './deal-acts.ts'
import type { DealWindow } from './deal-windows.tsx'
import { useStages } from './stage-steps.tsx'
import { useMoveTo } from './use-move-to.ts'
import { useDealWords } from './words.ts'

export type Ways = {
  show: (window: DealWindow) => void
  pickOwner: () => void
  writeNote: () => void
  onGone: () => void
}

/** What can be done with it: by its key, by the command bar, and by the buttons of the drawer. */
export function useDealCommands(deal: Deal, { show, pickOwner, writeNote, onGone }: Ways) {
  const { common, shell } = useWords()
  const words = useDealWords()
  const { user } = useSession()
  const stages = useStages(deal) ?? []
  const move = useMoveTo(deal, show)
  const assign = useAssign(deal)
  const reopen = useReopen(deal)
  const discard = useDiscard(deal, onGone)
  const copy = useCopy()
  const acts = {
    reopen,
    discard,
    win: () => show({ at: 'won' }),
    lose: () => show({ at: 'lost' }),
    convert: () => show({ at: 'convert' }),
    merge: () => show({ at: 'merge' }),
    copyLink: () => void copy(deal.url),
  }
  const isOver = isClosed(deal)
  const isConverted = deal.status === 'converted'
  const offered: (Command | false)[] = [
    { name: words.notes.write, key: 'n', icon: StickyNote, run: writeNote },
    { name: words.activities.scheduleTitle, key: 'a', icon: CalendarPlus, run: () => show({ at: 'schedule' }) },
    { name: words.items.addTitle, key: 'i', icon: PackagePlus, run: () => show({ at: 'item' }) },
    { name: words.owner.choose, key: 'o', icon: UserPlus, run: pickOwner },
    deal.owner?.id !== user.id && {
      name: words.owner.toMe,
      key: 'm',
      icon: UserRoundCheck,
      run: () => assign({ id: user.id, name: user.name, email: user.email }),
    },
    deal.kind === 'lead' && !isOver && { name: words.convert.open, key: 'v', icon: Handshake, run: acts.convert },
    deal.kind === 'opportunity' && !isOver && { name: words.won.submit, key: 'w', icon: Trophy, run: acts.win },
    !isOver && { name: words.lost.submit, key: 'l', icon: X, run: acts.lose },
    isOver && !isConverted && { name: words.reopen.open, key: 'r', icon: RotateCcw, run: reopen },
    ...stages
      .filter(({ id }) => id !== deal.stage.id)
      .map((stage) => ({ name: words.stages.move(stage.name), icon: ArrowRight, run: () => move(stage) })),
    { name: common.copyLink, key: 'y', icon: Link2, run: acts.copyLink },
    { name: words.merge.open, icon: Combine, run: acts.merge },
    { name: words.remove.open, icon: Trash2, run: discard },
  ]
  useCommands(offered.filter((each) => each !== false).map((each) => ({ ...each, group: deal.name })))
  // The page's own key does not act while the sheet is open.
  useCommands([{ name: shell.undo, key: 'z', run: undoLast }])
  return { ...acts, isOver, isConverted }
}

export type DealActs = ReturnType<typeof useDealCommands>
