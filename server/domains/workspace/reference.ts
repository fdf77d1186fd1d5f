import { choose } from '#kernel/reference.ts'

type Wanted = Parameters<typeof choose>[1]
type Kind<T extends { id: string }> = Parameters<typeof choose<T>>[2]

/** The one row the caller means. Digits that are nobody's name were meant as an id, and are refused as one. */
export function pick<T extends { id: string }>(rows: readonly T[], { name, id }: Wanted, kind: Kind<T>): T {
  const isName = rows.some((row) => name !== undefined && kind.names(row).includes(name))
  if (id !== undefined || name === undefined || isName || !/^\d+$/.test(name)) return choose(rows, { name, id }, kind)
  return choose(rows, { id: name }, { ...kind, fields: [kind.fields[0], kind.fields[0]] })
}
