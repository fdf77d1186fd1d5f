import { reject } from '#kernel/problem.ts'

/** Removes case and accents, for comparing names. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

type Reference = { name?: string | undefined; id?: string | undefined }

type Kind<T> = {
  /** The noun for messages: `label`. */
  what: string
  /** The fields the caller used: `['label_title', 'label_id']`. */
  fields: readonly [name: string, id: string]
  /** All names of a row; the first one is shown. */
  names: (row: T) => readonly string[]
  /** Whether a part of a name is enough where it fits one row only. */
  hasParts?: boolean
}

/** Finds the row the caller means, by name or by id. Digits are tried as an id first. */
export function choose<T extends { id: string }>(rows: readonly T[], wanted: Reference, kind: Kind<T>): T {
  const { what, fields } = kind
  const byId = wanted.id === undefined ? undefined : rows.find((row) => row.id === wanted.id)
  if (wanted.id !== undefined && !byId) reject('not_found', `There is no ${what} with id ${wanted.id}.`, fields[1])
  const byName = wanted.name === undefined ? undefined : findByName(rows, wanted.name, kind)
  if (byId && byName && byId !== byName) {
    reject('invalid_value', `${fields[0]} and ${fields[1]} refer to different records; give one of them.`, fields[0])
  }
  return byId ?? byName ?? reject('missing_field', `Give ${fields[0]} or ${fields[1]} to choose a ${what}.`, fields[0])
}

function findByName<T extends { id: string }>(rows: readonly T[], name: string, kind: Kind<T>): T {
  const { what, fields, names, hasParts } = kind
  const byId = /^\d+$/.test(name) ? rows.find((row) => row.id === name) : undefined
  if (byId) return byId
  const matches = rows.filter((row) => names(row).some((each) => fold(each) === fold(name)))
  const exact = matches.filter((row) => names(row).some((each) => each.toLowerCase() === name.trim().toLowerCase()))
  const whole = matches.length > 1 && exact.length > 0 ? exact : matches
  const found = whole.length === 0 && hasParts ? rows.filter((row) => hasPart(names(row)[0] ?? '', name)) : whole
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

/** Whether the words of the part begin words of the name, in any order: `ana ru` fits `Ana María Ruiz`. */
function hasPart(name: string, part: string): boolean {
  const words = fold(name).split(/\s+/)
  const parts = fold(part).split(/\s+/).filter(Boolean)
  return parts.length > 0 && parts.every((each) => words.some((word) => word.startsWith(each)))
}

/** Up to ten rows with the most similar names. */
export function nearest<T>(rows: readonly T[], name: string, label: (row: T) => string): T[] {
  const wanted = pairs(name)
  const score = (row: T) => [...pairs(label(row))].filter((pair) => wanted.has(pair)).length
  return rows
    .map((row) => ({ row, likeness: score(row) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 10)
    .map(({ row }) => row)
}

function pairs(text: string): Set<string> {
  const plain = ` ${fold(text)} `
  return new Set(Array.from({ length: plain.length - 1 }, (_, i) => plain.slice(i, i + 2)))
}
