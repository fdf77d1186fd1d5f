type Item = { id: string }

/** The items with those named in this order, in the places they had together; the others stay where they are. */
export function arranged<T extends Item>(items: readonly T[], ids: readonly string[]): T[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const named = ids.flatMap((id) => byId.get(id) ?? [])
  const moving = new Set(named.map(({ id }) => id))
  let next = 0
  return items.map((item) => (moving.has(item.id) ? named[next++]! : item))
}

/** The ids with one of them in another place. */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((each) => each !== id)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, id)
}
