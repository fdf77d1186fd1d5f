import { useDeferredValue, useMemo, useRef } from 'react'
import { Plus } from '#web/ui/icons.ts'
import type { Stage, StageTotals } from '#contract/records/crm.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { usePages } from '#web/app/query.ts'
import { listing } from '#web/features/deals/kinds.ts'
import { columnInput, type BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { useNextActivities } from '#web/screens/pipeline/use-next-activities.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { cx } from '#web/ui/cx.ts'
import { BoardCard } from './board-card.tsx'
import { CardSkeletons } from './board-skeleton.tsx'
import { ColumnHeader } from './column-header.tsx'
import type { CardPosition } from './reorder.ts'
import { useDropTarget } from './use-drop-target.ts'
import type { Card } from './use-move.ts'

type Props = {
  query: BoardQuery
  stage: Stage
  total: StageTotals['leads'] | undefined
  /** Its cards render after those on the screen. */
  isBesideScreen: boolean
  takesFocus: (id: string) => boolean
  onMenu: (card: Card, at: Element) => void
  onCreate: (stage_id: string) => void
}

/** A stage with its totals and cards; more cards load on scroll. */
export function BoardColumn({ query, stage, total, isBesideScreen, takesFocus, onMenu, onCreate }: Props) {
  const words = usePipelineWords()
  const column = useRef<HTMLElement>(null)
  const list = usePages(listing[query.kind], columnInput(query, stage.id))
  const cards = useCards(list.isPlaceholderData ? undefined : list.items, stage, isBesideScreen)
  const next = useNextActivities(query.kind, useCardIds(cards))
  const dropPosition = useDropTarget(column, stage.id)
  const create = (
    <button
      type="button"
      aria-label={words.createInStage(stage.name)}
      title={words.createInStage(stage.name)}
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
      className={cx('board-column', dropPosition && 'is-target')}
    >
      <ColumnHeader stage={stage} total={total} loaded={cards?.length} aside={create} />
      <div data-cards className="board-cards">
        {!cards && !list.isError && <CardSkeletons />}
        {list.isError && !cards && (
          <button type="button" onClick={() => void list.refetch()} className="p-3 text-sm text-accent-text underline">
            {words.columnFailed}
          </button>
        )}
        {cards?.length === 0 && !dropPosition && (
          <p className="px-3 py-6 text-center text-xs text-ink-3">{words.columnEmpty}</p>
        )}
        {cards && (cards.length > 0 || dropPosition) && (
          <ul className="flex flex-col gap-2">
            {cards.map((card) => (
              <BoardCard
                key={card.id}
                card={card}
                next={next(card.id)}
                dropSide={dropSideOf(card.id, dropPosition)}
                takesFocus={takesFocus}
                onMenu={onMenu}
              />
            ))}
            {dropPosition && !dropPosition.before_id && !dropPosition.after_id && (
              <li aria-hidden className="drop-line" />
            )}
          </ul>
        )}
        {cards && list.hasNextPage && <LoadMore list={list} />}
      </div>
    </section>
  )
}

/** The cards of a column. One just moved to another stage is hidden before the list is read again. */
function useCards(items: readonly Card[] | undefined, stage: Stage, isBesideScreen: boolean) {
  const shown = useDeferredValue(items ?? null, isBesideScreen ? null : undefined)
  return shown?.filter((card) => card.stage.id === stage.id)
}

/** The ids of the cards, in a stable order: moving a card within its column asks for nothing new. */
function useCardIds(cards: readonly Card[] | undefined): string[] {
  const joined = (cards ?? [])
    .map(({ id }) => id)
    .toSorted()
    .join()
  return useMemo(() => (joined ? joined.split(',') : []), [joined])
}

/** The side of this card where the dragged card would be inserted. */
function dropSideOf(id: string, dropPosition: CardPosition | undefined) {
  if (dropPosition?.before_id === id) return 'above'
  return dropPosition?.after_id === id ? 'below' : undefined
}
