import type { InfiniteData } from '@tanstack/react-query'

/** Position of a card in its stage, next to another card; on top without either. */
export type CardPosition = { before_id?: string; after_id?: string }
export type CardPages = InfiniteData<{ items: { id: string }[]; next_cursor: string | null }>

export function removeCard<L extends CardPages>(list: L, id: string): L {
  const pages = list.pages.map((page) => ({ ...page, items: page.items.filter((each) => each.id !== id) }))
  return { ...list, pages }
}

/** Inserts a card at a position, as the server will. */
export function insertCard<L extends CardPages>(
  list: L,
  card: { id: string },
  { before_id, after_id }: CardPosition,
): L {
  const rest = removeCard(list, card.id)
  const has = (id: string | undefined) => rest.pages.some(({ items }) => items.some((each) => each.id === id))
  if (!has(before_id) && !has(after_id)) {
    const [first, ...others] = rest.pages
    if (!first) return rest
    return { ...rest, pages: [{ ...first, items: [card, ...first.items] }, ...others] }
  }
  const withCard = (each: { id: string }) => {
    if (each.id === before_id) return [card, each]
    return !has(before_id) && each.id === after_id ? [each, card] : [each]
  }
  return { ...rest, pages: rest.pages.map((page) => ({ ...page, items: page.items.flatMap(withCard) })) }
}

/** The current position of a card, for undoing a move. */
export function positionOf(items: readonly { id: string }[], id: string): CardPosition {
  const at = items.findIndex((each) => each.id === id)
  const [above, below] = [items[at - 1], items[at + 1]]
  if (at >= 0 && below) return { before_id: below.id }
  return at >= 0 && above ? { after_id: above.id } : {}
}

/** Whether the card already is at the position. */
export function isSamePosition(
  items: readonly { id: string }[],
  id: string,
  { before_id, after_id }: CardPosition,
): boolean {
  const at = items.findIndex((each) => each.id === id)
  if (at < 0) return false
  if (before_id !== undefined) return before_id === id || items[at + 1]?.id === before_id
  return after_id === undefined ? items.length === 1 : after_id === id || items[at - 1]?.id === after_id
}
