import { choose } from '#kernel/filters/reference.ts'

type Reference = Parameters<typeof choose>[1]
type Kind<T extends { id: string }> = Parameters<typeof choose<T>>[2]

/** Picks the row a reference means. Digits that match no name are treated as an id. */
export function pick<T extends { id: string }>(rows: readonly T[], { name, id }: Reference, kind: Kind<T>): T {
  const isName = rows.some((row) => name !== undefined && kind.names(row).includes(name))
  if (id !== undefined || name === undefined || isName || !/^\d+$/.test(name)) return choose(rows, { name, id }, kind)
  return choose(rows, { id: name }, { ...kind, fields: [kind.fields[0], kind.fields[0]] })
}
