import { fields, names, skipped, type ImportKind } from './kinds.ts'

/** The field a column is imported to: a field of the record, `custom_attributes.` and a key, or empty to skip it. */
export type ColumnTarget = string
export const SKIP: ColumnTarget = ''
export const ATTRIBUTE = 'custom_attributes.'

type DefinedAttribute = { key: string; display_name: string }

/** Guesses the fields by the column names in Spanish or English. No two columns get the same field. */
export function guessTargets(
  kind: ImportKind,
  columns: readonly string[],
  defined: readonly DefinedAttribute[],
): ColumnTarget[] {
  const taken = new Set<ColumnTarget>()
  return columns.map((name) => {
    const first = guessTarget(kind, name, defined)
    const target = taken.has(first) ? newAttribute(name) : first
    if (taken.has(target)) return SKIP
    if (target !== SKIP) taken.add(target)
    return target
  })
}

function guessTarget(kind: ImportKind, name: string, defined: readonly DefinedAttribute[]): ColumnTarget {
  if (name.startsWith(ATTRIBUTE)) return name
  const nameKey = toKey(name)
  const known = aliases[kind].get(nameKey) ?? fields[kind].find((field) => field === nameKey)
  if (known !== undefined) return known
  const attribute = defined.find(
    ({ key, display_name }) => key === name || toKey(key) === nameKey || toKey(display_name) === nameKey,
  )
  return attribute ? ATTRIBUTE + attribute.key : newAttribute(name)
}

/** The new custom field for a column that matches no existing field. */
export function newAttribute(name: string): ColumnTarget {
  const key = toKey(name)
  return key ? ATTRIBUTE + key : SKIP
}

/** Turns `Correo electrónico` into `correo_electronico`. */
export function toKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}

const aliases = Object.fromEntries(
  (Object.keys(names) as ImportKind[]).map((kind) => [
    kind,
    new Map<string, ColumnTarget>([
      ...Object.entries(names[kind]).flatMap(([field, all]) =>
        all.split(' ').map((name): [string, ColumnTarget] => [name, field]),
      ),
      ...skipped[kind].map((name): [string, ColumnTarget] => [name, SKIP]),
    ]),
  ]),
) as Record<ImportKind, Map<string, ColumnTarget>>

export type MappingProblem = { is: 'name' | 'reach' | 'contact' | 'close' } | { is: 'duplicate'; target: ColumnTarget }

/** The first problem that prevents the import. */
export function findProblem(kind: ImportKind, targets: readonly ColumnTarget[]): MappingProblem | undefined {
  const used = targets.filter((target) => target !== SKIP)
  const duplicate = used.find((target, index) => used.indexOf(target) !== index)
  if (duplicate) return { is: 'duplicate', target: duplicate }
  const missing = needs[kind].find(({ one_of }) => !one_of.some((field) => used.includes(field)))
  return missing && { is: missing.is }
}

/** The fields of which a file needs at least one. */
const needs = {
  contacts: [
    { is: 'name', one_of: ['name'] },
    { is: 'reach', one_of: ['phone_number', 'email'] },
  ],
  leads: [{ is: 'name', one_of: ['name'] }],
  opportunities: [
    { is: 'name', one_of: ['name'] },
    { is: 'contact', one_of: ['contact_name', 'contact_email', 'contact_phone'] },
    { is: 'close', one_of: ['expected_close_date', 'closed_at', 'won_at', 'lost_at'] },
  ],
} as const
