import { useDeferredValue, useRef } from 'react'
import { Plus } from 'lucide-react'
import type { Stage, StageTotals } from '#contract/records/crm.ts'
import { More } from '#web/parts/more.tsx'
import { usePages } from '#web/query.ts'
import { listing } from '#web/screens/pipeline/kinds.ts'
import { columnInput, type Sales } from '#web/screens/pipeline/sales.ts'
import type { Next } from '#web/screens/pipeline/use-next-activities.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { cx } from '#web/ui/cx.ts'
import { BoardCard } from './board-card.tsx'
import { CardSkeletons } from './board-skeleton.tsx'
import { ColumnHeader } from './column-header.tsx'
import type { Beside } from './relocating.ts'
import { useDrop } from './use-drop.ts'
import type { Card } from './use-move.ts'

type Props = {
  sales: Sales
  stage: Stage
  total: StageTotals['leads'] | undefined
  next: ReadonlyMap<string, Next>
  takesFocus: (id: string) => boolean
  onMenu: (card: Card, at: Element) => void
  onCreate: (stage_id: string) => void
}

/** A stage: how much is in it, and what. More comes as one scrolls. */
export function BoardColumn({ sales, stage, total, next, takesFocus, onMenu, onCreate }: Props) {
  const words = usePipelineWords()
  const column = useRef<HTMLElement>(null)
  const list = usePages(listing[sales.kind], columnInput(sales, stage.id))
  // Somebody may have moved a card away a moment ago; it is no longer here, though the list is yet to say so.
  const shown = useDeferredValue(list.isPlaceholderData ? undefined : list.items)
  const cards = shown?.filter((card) => card.stage.id === stage.id)
  const aim = useDrop(column, stage.id)
  const create = (
    <button
      type="button"
      aria-label={words.create.inStage(stage.name)}
      title={words.create.inStage(stage.name)}
      onClick={() => onCreate(stage.id)}
      className="card-acts opacity-100!"
    >
      <Plus size={16} aria-hidden />
    </button>
  )

  return (
    <section
      ref={column}
      data-stage={stage.id}
      aria-label={words.column(stage.name)}
      className={cx('board-column', aim && 'is-target')}
    >
      <ColumnHeader stage={stage} total={total} shown={cards?.length} aside={create} />
      <div data-cards className="board-cards">
        {!cards && !list.isError && <CardSkeletons />}
        {list.isError && !cards && (
          <button type="button" onClick={() => void list.refetch()} className="p-3 text-sm text-accent-text underline">
            {words.columnFailed}
          </button>
        )}
        {cards?.length === 0 && !aim && <p className="px-3 py-6 text-center text-xs text-ink-3">{words.columnEmpty}</p>}
        {cards && (cards.length > 0 || aim) && (
          <ul className="flex flex-col gap-2">
            {cards.map((card) => (
              <BoardCard
                key={card.id}
                card={card}
                next={next.get(card.id)}
                aimed={aimedAt(card.id, aim)}
                takesFocus={takesFocus}
                onMenu={onMenu}
              />
            ))}
            {aim && !aim.before_id && !aim.after_id && <li aria-hidden className="drop-line" />}
          </ul>
        )}
        {cards && list.hasNextPage && <More list={list} />}
      </div>
    </section>
  )
}

/** On which side of a card the one dragged would come to stand. */
function aimedAt(id: string, aim: Beside | undefined) {
  if (aim?.before_id === id) return 'above'
  return aim?.after_id === id ? 'below' : undefined
}
