import type { CustomAttribute } from '#contract/records/workspace.ts'

export type AttributeType = CustomAttribute['type']

/** The defined type of an attribute, else the type of its value. */
export function attributeType(
  defined: AttributeType | undefined,
  value: string | number | boolean | undefined,
): AttributeType {
  if (defined) return defined
  if (typeof value === 'boolean') return 'checkbox'
  return typeof value === 'number' ? 'number' : 'text'
}

const numeric = new Set<AttributeType>(['number', 'currency', 'percent'])

/** Parses numeric types; text that is not a number is kept for the server to reject. */
export function parseAttribute(type: AttributeType, text: string): string | number {
  const value = Number(text.replace(',', '.'))
  return numeric.has(type) && text !== '' && Number.isFinite(value) ? value : text
}
