type Item = { id: string }

/** Puts the items with these ids into this order, within the positions they had; the others stay in place. */
export function reorder<T extends Item>(items: readonly T[], ids: readonly string[]): T[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const reordered = ids.flatMap((id) => byId.get(id) ?? [])
  const moving = new Set(reordered.map(({ id }) => id))
  let next = 0
  return items.map((item) => (moving.has(item.id) ? reordered[next++]! : item))
}

/** Moves one id to another position. */
export function moveTo(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((each) => each !== id)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, id)
}
