import { memo, useEffect, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Ellipsis } from '#web/ui/icons.ts'
import { useMoney } from '#web/app/format/money.ts'
import { amountOf } from '#web/features/deals/deal.ts'
import { asDeal } from '#web/features/deals/kinds.ts'
import { useSourceOf } from '#web/features/deals/use-source-of.ts'
import type { NextActivity } from '#web/screens/pipeline/use-next-activities.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount } from '#web/app/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { CardBadges } from './card-badges.tsx'
import type { Card } from './use-move.ts'

type Props = {
  card: Card
  next: NextActivity | null | undefined
  dropSide: 'above' | 'below' | undefined
  /** Whether the card was just moved by keyboard and keeps the focus in its new column. */
  takesFocus: (id: string) => boolean
  onMenu: (card: Card, at: Element) => void
}

/** A lead or deal on the board. Clicking the card opens it. */
export const BoardCard = memo(function BoardCard({ card, next, dropSide, takesFocus, onMenu }: Props) {
  const { card: words } = usePipelineWords()
  const money = useMoney()
  const deal = asDeal(card)
  const amount = amountOf(deal)
  const { element, isDragged } = useDraggable(card.id)
  useEffect(() => {
    if (takesFocus(card.id)) element.current?.querySelector<HTMLElement>('[data-card]')?.focus()
  }, [card.id, takesFocus, element])
  const source = useSourceOf()(card)
  const people = [card.contact?.name, 'company_name' in card && card.company_name]
  const about = people.filter((each) => each && each !== card.name).join(' · ')

  return (
    <li
      ref={element}
      data-id={card.id}
      data-drop={dropSide}
      className={cx('board-card group', isDragged && 'opacity-40')}
    >
      <div className="flex items-start gap-1">
        <CardLink card={card} />
        <button
          type="button"
          aria-label={words.actions(card.name)}
          aria-haspopup="menu"
          onClick={(event) => onMenu(card, event.currentTarget)}
          className="card-acts"
        >
          <Ellipsis size={16} aria-hidden />
        </button>
      </div>
      {about && <p className="truncate text-xs text-ink-2">{about}</p>}
      <div className="mt-1.5 flex min-h-5 items-center gap-2 text-sm">
        {amount !== null && (
          <span className="font-semibold tabular-nums" title={money.full(amount, card.currency)}>
            {money.short(amount, card.currency)}
          </span>
        )}
        {source && <span className="min-w-0 truncate rounded bg-hover px-1.5 text-2xs text-ink-2">{source}</span>}
      </div>
      <div className="mt-1.5 flex items-end gap-2">
        <CardBadges card={card} next={next} />
        {card.owner ? (
          <span title={words.owner(card.owner.name)} className="ml-auto">
            <Avatar name={card.owner.name} size="sm" />
            <span className="sr-only">{words.owner(card.owner.name)}</span>
          </span>
        ) : (
          <span
            title={words.nobody}
            className="ml-auto grid size-7 shrink-0 place-items-center rounded-full border border-dashed border-edge text-2xs
              text-ink-3"
          >
            <span aria-hidden>?</span>
            <span className="sr-only">{words.nobody}</span>
          </span>
        )}
      </div>
    </li>
  )
})

function CardLink({ card }: { card: Card }) {
  const { id: account_id } = useAccount()
  const shared = {
    search: true,
    draggable: false,
    'data-card': card.id,
    className: 'card-link min-w-0 flex-1 text-sm font-medium wrap-anywhere line-clamp-2',
    children: card.name,
  } as const
  return 'expected_close_date' in card ? (
    <Link
      to="/app/$account_id/opportunities/$opportunity_id"
      params={{ account_id, opportunity_id: card.id }}
      {...shared}
    />
  ) : (
    <Link to="/app/$account_id/leads/$lead_id" params={{ account_id, lead_id: card.id }} {...shared} />
  )
}

function useDraggable(id: string) {
  const element = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!element.current) return
    return draggable({
      element: element.current,
      getInitialData: () => ({ id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [id])
  return { element, isDragged }
}
