import { useCallback, useRef, useState } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { useLast } from '#web/ui/use-last.ts'
import { isClosingStage, type BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { useRequired } from '#web/screens/pipeline/required/use-required.tsx'
import { asDeal } from '#web/features/deals/kinds.ts'
import type { useTotals } from '#web/screens/pipeline/use-totals.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { BoardColumn } from './board-column.tsx'
import type { MenuTarget } from './card-menu.tsx'
import { CollapsedColumn } from './collapsed-column.tsx'
import { type PendingOutcome, OutcomeDialog } from './outcome-dialog.tsx'
import type { CardPosition } from './reorder.ts'
import { StageSwitcher } from './stage-switcher.tsx'
import { useBoardCommands } from './use-board-commands.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useDropMonitor } from './use-drop-monitor.ts'
import { useFindCard } from './use-find-card.ts'
import { type Card, useMove } from './use-move.ts'
import './board.css'

const CardMenu = lazyComponent(async () => (await import('./card-menu.tsx')).CardMenu)

type Props = {
  query: BoardQuery
  totals: ReturnType<typeof useTotals>
  onCreate: (stage_id: string) => void
  onExpand: () => void
  onRemove: (card: Card) => void
}

/** The stages side by side. Cards move by dragging, keyboard or menu; every move is announced to screen readers. */
export function Board({ query, totals, onCreate, onExpand, onRemove }: Props) {
  const words = usePipelineWords()
  const { kind, filters } = query
  const { stages } = query.pipeline
  const board = useRef<HTMLDivElement>(null)
  const isWide = useWide(40)
  const [announcement, announce] = useState('')
  const [menu, setMenu] = useState<MenuTarget>()
  const hasOpenedMenu = useLast(menu) !== undefined
  const [outcome, setOutcome] = useState<PendingOutcome>()
  const { keepFocus, takesFocus } = useFocusFollow()
  const find = useFindCard(query)
  const move = useMove(query, announce, keepFocus)

  const required = useRequired()

  const moveTo = (card: Card, stage: Stage, position?: CardPosition) =>
    required.ask(asDeal(card), stage, () => moveFilled(card, stage, position))
  const moveFilled = (card: Card, stage: Stage, position?: CardPosition) => {
    if (stage.id !== card.stage.id && isClosingStage(kind, stage)) return setOutcome({ card, stage })
    keepFocus(card.id)
    void move(card, stage, position)
  }
  const shift = (id: string, by: 1 | -1) => {
    const card = find(id)
    const stage = stages[stages.findIndex((each) => each.id === card?.stage.id) + by]
    if (card && stage) moveTo(card, stage)
  }
  const openMenu = useCallback((card: Card, at: Element) => setMenu({ card, at }), [])
  useBoardCommands({ find, onMenu: openMenu, onShift: shift })
  useDropMonitor(board, (id, stage_id, position) => {
    const [card, stage] = [find(id), stages.find((each) => each.id === stage_id)]
    if (card && stage) moveTo(card, stage, position)
  })

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {!isWide && <StageSwitcher board={board} stages={stages} totals={totals} />}
      <div
        ref={board}
        role="group"
        aria-label={words.board}
        aria-describedby="board-keys"
        onKeyDown={useBoardKeys({ onShift: shift })}
        className="board min-h-0 flex-1"
      >
        {stages.map((stage, at) =>
          isClosingStage(kind, stage) && !filters.closed ? (
            <CollapsedColumn key={stage.id} stage={stage} onExpand={onExpand} />
          ) : (
            <BoardColumn
              key={stage.id}
              query={query}
              stage={stage}
              total={totals.of(stage.id)}
              isBesideScreen={!isWide && at > 0}
              takesFocus={takesFocus}
              onMenu={openMenu}
              onCreate={onCreate}
            />
          ),
        )}
      </div>
      <p id="board-keys" className="sr-only">
        {words.boardHint}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {hasOpenedMenu && (
        <CardMenu
          target={menu}
          stages={stages}
          onClose={() => setMenu(undefined)}
          onMove={moveTo}
          onRemove={onRemove}
        />
      )}
      {required.dialog}
      <OutcomeDialog
        outcome={outcome}
        onClose={() => setOutcome(undefined)}
        onDone={({ card, stage }) => announce(words.move.done(card.name, stage.name))}
      />
    </div>
  )
}

/** A moved card is mounted anew in its column; this returns the focus to it. */
function useFocusFollow() {
  const focused = useRef<string>(undefined)
  const keepFocus = useCallback((id: string) => {
    const isFocused =
      document.activeElement?.closest(`[data-id="${id}"]`) || document.activeElement?.closest('[role=menu]')
    if (isFocused) focused.current = id
  }, [])
  const takesFocus = useCallback((id: string) => {
    const takes = focused.current === id
    if (takes) focused.current = undefined
    return takes
  }, [])
  return { keepFocus, takesFocus }
}
