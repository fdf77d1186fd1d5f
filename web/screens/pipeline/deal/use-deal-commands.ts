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
} from '#web/ui/icons.ts'
import { useCommands, type Command } from '#web/commands/commands.ts'
import { useWords } from '#web/app/i18n.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { useSession } from '#web/app/session.ts'
import { isUndoable, undoLast } from '#web/ui/toast.tsx'
import { isClosed, type Deal } from '#web/features/deals/deal.ts'
import { useActivityWords } from '#web/features/activities/words.ts'
import { useAssignOwner, useDeleteDeal, useReopen } from './deal-actions.ts'
import type { DealDialog } from './deal-dialogs.tsx'
import { useStages } from './stage-steps.tsx'
import { useMoveTo } from './use-move-to.ts'
import { useDrawerWords } from './words.ts'

export type DrawerControls = {
  show: (dialog: DealDialog) => void
  pickOwner: () => void
  writeNote: () => void
  onGone: () => void
}

/** Actions of the drawer: shortcuts, command bar entries and buttons. */
export function useDealCommands(deal: Deal, { show, pickOwner, writeNote, onGone }: DrawerControls) {
  const { common, shell } = useWords()
  const words = useDrawerWords()
  const activities = useActivityWords()
  const { user } = useSession()
  const stages = useStages(deal) ?? []
  const { move, close, dialog } = useMoveTo(deal, show)
  const assign = useAssignOwner(deal)
  const reopen = useReopen(deal)
  const remove = useDeleteDeal(deal, onGone)
  const copy = useCopy()
  const actions = {
    reopen,
    remove,
    win: () => close('won'),
    lose: () => close('lost'),
    convert: () => show({ dialog: 'convert' }),
    merge: () => show({ dialog: 'merge' }),
    copyLink: () => void copy(deal.url),
  }
  const isOver = isClosed(deal)
  const isConverted = deal.status === 'converted'
  const commands: (Command | false)[] = [
    { name: words.notes.write, key: 'n', icon: StickyNote, run: writeNote },
    { name: activities.scheduleTitle, key: 'a', icon: CalendarPlus, run: () => show({ dialog: 'schedule' }) },
    { name: words.items.addTitle, key: 'i', icon: PackagePlus, run: () => show({ dialog: 'item' }) },
    { name: words.owner.choose, key: 'o', icon: UserPlus, run: pickOwner },
    deal.owner?.id !== user.id && {
      name: words.owner.toMe,
      key: 'm',
      icon: UserRoundCheck,
      run: () => assign({ id: user.id, name: user.name, email: user.email }),
    },
    deal.kind === 'lead' && !isOver && { name: words.convert.open, key: 'v', icon: Handshake, run: actions.convert },
    deal.kind === 'opportunity' && !isOver && { name: words.won.submit, key: 'w', icon: Trophy, run: actions.win },
    !isOver && {
      name: words[deal.kind === 'lead' ? 'unqualified' : 'lost'].submit,
      key: 'l',
      icon: X,
      run: actions.lose,
    },
    isOver && !isConverted && { name: words.reopen.open, key: 'r', icon: RotateCcw, run: reopen },
    ...stages
      .filter(({ id }) => id !== deal.stage.id)
      .map((stage) => ({ name: words.stages.move(stage.name), icon: ArrowRight, run: () => move(stage) })),
    { name: common.copyLink, key: 'y', icon: Link2, run: actions.copyLink },
    { name: words.merge.open, icon: Combine, run: actions.merge },
    { name: words.remove.open, icon: Trash2, run: remove },
  ]
  useCommands(commands.filter((each) => each !== false).map((each) => ({ ...each, group: deal.name })))
  // The page-wide shortcut is off while the drawer is open.
  useCommands([{ name: shell.undo, key: 'z', run: undoLast, isPossible: isUndoable }])
  return { ...actions, isOver, isConverted, dialog }
}

export type DealActions = ReturnType<typeof useDealCommands>
