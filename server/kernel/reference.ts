import { reject } from '#kernel/problem.ts'

/** Text as names are compared: without case or accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

type Wanted = { name?: string | undefined; id?: string | undefined }

type Kind<T> = {
  /** What it is called in a sentence: `label`. */
  what: string
  /** The fields the caller used: `['label_title', 'label_id']`. */
  fields: readonly [name: string, id: string]
  /** Everything a row answers to; the first is how it is shown. */
  names: (row: T) => readonly string[]
}

/** The one row the caller means, by name or by id. Digits are tried as an id first. */
export function choose<T extends { id: string }>(rows: readonly T[], wanted: Wanted, kind: Kind<T>): T {
  const { what, fields } = kind
  const byId = wanted.id === undefined ? undefined : rows.find((row) => row.id === wanted.id)
  if (wanted.id !== undefined && !byId) reject('not_found', `There is no ${what} with id ${wanted.id}.`, fields[1])
  const byName = wanted.name === undefined ? undefined : named(rows, wanted.name, kind)
  if (byId && byName && byId !== byName) {
    reject('invalid_value', `${fields[0]} and ${fields[1]} name different records; give one of them.`, fields[0])
  }
  return byId ?? byName ?? reject('missing_field', `Say which ${what}: give ${fields[0]} or ${fields[1]}.`, fields[0])
}

function named<T extends { id: string }>(rows: readonly T[], name: string, { what, fields, names }: Kind<T>): T {
  const byId = /^\d+$/.test(name) ? rows.find((row) => row.id === name) : undefined
  if (byId) return byId
  const matches = rows.filter((row) => names(row).some((each) => folded(each) === folded(name)))
  const exact = matches.filter((row) => names(row).some((each) => each.toLowerCase() === name.trim().toLowerCase()))
  const found = matches.length > 1 && exact.length > 0 ? exact : matches
  if (found.length === 1) return found[0]!
  const show = (row: T) => `${names(row)[0]} (id ${row.id})`
  if (found.length > 1) {
    const candidates = found.map((row) => ({ id: row.id, name: names(row)[0] ?? '' }))
    reject('ambiguous_reference', `Several match "${name}": ${found.map(show).join(', ')}. Use the id.`, fields[0], {
      candidates,
    })
  }
  const near = nearest(rows, name, (row) => names(row)[0] ?? '')
  const choices = near.length > 0 ? `Choose among: ${near.map(show).join(', ')}.` : `There are none yet.`
  return reject('not_found', `There is no ${what} "${name}". ${choices}`, fields[0])
}

/** Up to ten rows whose names are most like the one given. */
function nearest<T>(rows: readonly T[], name: string, label: (row: T) => string): T[] {
  const wanted = pairs(name)
  const score = (row: T) => [...pairs(label(row))].filter((pair) => wanted.has(pair)).length
  return rows
    .map((row) => ({ row, likeness: score(row) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 10)
    .map(({ row }) => row)
}

function pairs(text: string): Set<string> {
  const plain = ` ${folded(text)} `
  return new Set(Array.from({ length: plain.length - 1 }, (_, i) => plain.slice(i, i + 2)))
}
