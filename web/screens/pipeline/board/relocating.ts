import type { InfiniteData } from '@tanstack/react-query'

/** Beside what a card is put in its stage; above everything where neither is given. */
export type Beside = { before_id?: string; after_id?: string }
export type Listed = InfiniteData<{ items: { id: string }[]; next_cursor: string | null }>

/** A column without a card. */
export function without<L extends Listed>(list: L, id: string): L {
  const pages = list.pages.map((page) => ({ ...page, items: page.items.filter((each) => each.id !== id) }))
  return { ...list, pages }
}

/** A column with a card in its new place, as the server will put it there. */
export function placed<L extends Listed>(list: L, card: { id: string }, { before_id, after_id }: Beside): L {
  const rest = without(list, card.id)
  const has = (id: string | undefined) => rest.pages.some(({ items }) => items.some((each) => each.id === id))
  if (!has(before_id) && !has(after_id)) {
    const [first, ...others] = rest.pages
    if (!first) return rest
    return { ...rest, pages: [{ ...first, items: [card, ...first.items] }, ...others] }
  }
  const around = (each: { id: string }) => {
    if (each.id === before_id) return [card, each]
    return !has(before_id) && each.id === after_id ? [each, card] : [each]
  }
  return { ...rest, pages: rest.pages.map((page) => ({ ...page, items: page.items.flatMap(around) })) }
}

/** Between which a card stands, so that it can be put back there. */
export function besideOf(items: readonly { id: string }[], id: string): Beside {
  const at = items.findIndex((each) => each.id === id)
  const [above, below] = [items[at - 1], items[at + 1]]
  if (at >= 0 && below) return { before_id: below.id }
  return at >= 0 && above ? { after_id: above.id } : {}
}

/** Whether a card put there would stand where it stands already. */
export function isSamePlace(items: readonly { id: string }[], id: string, { before_id, after_id }: Beside): boolean {
  const at = items.findIndex((each) => each.id === id)
  if (at < 0) return false
  if (before_id !== undefined) return before_id === id || items[at + 1]?.id === before_id
  return after_id === undefined ? items.length === 1 : after_id === id || items[at - 1]?.id === after_id
}
