import type { CustomAttribute } from '#contract/records/workspace.ts'

export type AttributeType = CustomAttribute['type']

/** How a value is written: as its definition says, else as the value itself is. */
export function typeOf(defined: AttributeType | undefined, value: string | number | boolean): AttributeType {
  if (defined) return defined
  if (typeof value === 'boolean') return 'checkbox'
  return typeof value === 'number' ? 'number' : 'text'
}

const numeric = new Set<AttributeType>(['number', 'currency', 'percent'])

/** What was written, as a value of the type, as far as it is one. */
export function readTyped(type: AttributeType, text: string): string | number {
  const value = Number(text.replace(',', '.'))
  return numeric.has(type) && text !== '' && Number.isFinite(value) ? value : text
}
