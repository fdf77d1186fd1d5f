import { useCallback, useRef, useState } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { useLast } from '#web/parts/use-last.ts'
import { isEnd, type Sales } from '#web/screens/pipeline/sales.ts'
import { useNextActivities } from '#web/screens/pipeline/use-next-activities.ts'
import type { useTotals } from '#web/screens/pipeline/use-totals.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { later } from '#web/ui/later.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { BoardColumn } from './board-column.tsx'
import type { Asked } from './card-menu.tsx'
import { EndColumn } from './end-column.tsx'
import { type End, Ending } from './ending.tsx'
import type { Beside } from './relocating.ts'
import { StageSwitcher } from './stage-switcher.tsx'
import { useBoardCommands } from './use-board-commands.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useDropping } from './use-dropping.ts'
import { useFindCard } from './use-find-card.ts'
import { type Card, useMove } from './use-move.ts'
import './board.css'

const CardMenu = later(async () => (await import('./card-menu.tsx')).CardMenu)

type Props = {
  sales: Sales
  totals: ReturnType<typeof useTotals>
  onCreate: (stage_id: string) => void
  onExpand: () => void
  onRemove: (card: Card) => void
}

/** The stages side by side. Cards are dragged, moved by keyboard or by their menu; every move is said aloud. */
export function Board({ sales, totals, onCreate, onExpand, onRemove }: Props) {
  const words = usePipelineWords()
  const { kind, filters } = sales
  const { stages } = sales.pipeline
  const board = useRef<HTMLDivElement>(null)
  const isWide = useWide(40)
  const next = useNextActivities(kind)
  const [said, announce] = useState('')
  const [asked, ask] = useState<Asked>()
  const wasAsked = useLast(asked) !== undefined
  const [end, setEnd] = useState<End>()
  const { keep, takesFocus } = useKeptFocus()
  const find = useFindCard(sales)
  const move = useMove(sales, announce, keep)

  const moveTo = (card: Card, stage: Stage, beside?: Beside) => {
    if (stage.id !== card.stage.id && isEnd(kind, stage)) return setEnd({ card, stage })
    keep(card.id)
    void move(card, stage, beside)
  }
  const shift = (id: string, by: 1 | -1) => {
    const card = find(id)
    const stage = stages[stages.findIndex((each) => each.id === card?.stage.id) + by]
    if (card && stage) moveTo(card, stage)
  }
  const openMenu = useCallback((card: Card, at: Element) => ask({ card, at }), [])
  useBoardCommands({ find, onMenu: openMenu, onShift: shift })
  useDropping(board, (id, stage_id, beside) => {
    const [card, stage] = [find(id), stages.find((each) => each.id === stage_id)]
    if (card && stage) moveTo(card, stage, beside)
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
        {stages.map((stage) =>
          isEnd(kind, stage) && !filters.closed ? (
            <EndColumn key={stage.id} stage={stage} onExpand={onExpand} />
          ) : (
            <BoardColumn
              key={stage.id}
              sales={sales}
              stage={stage}
              total={totals.of(stage.id)}
              next={next}
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
        {said}
      </p>
      {wasAsked && (
        <CardMenu asked={asked} stages={stages} onClose={() => ask(undefined)} onMove={moveTo} onRemove={onRemove} />
      )}
      <Ending
        end={end}
        onClose={() => setEnd(undefined)}
        onDone={({ card, stage }) => announce(words.move.done(card.name, stage.name))}
      />
    </div>
  )
}

/** A card that moves is made anew in its column; the focus goes with it. */
function useKeptFocus() {
  const kept = useRef<string>(undefined)
  const keep = useCallback((id: string) => {
    const isFocused =
      document.activeElement?.closest(`[data-id="${id}"]`) || document.activeElement?.closest('[role=menu]')
    if (isFocused) kept.current = id
  }, [])
  const takesFocus = useCallback((id: string) => {
    const takes = kept.current === id
    if (takes) kept.current = undefined
    return takes
  }, [])
  return { keep, takesFocus }
}
