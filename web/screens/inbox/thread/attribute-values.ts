/** Readers of `content_attributes`, which a channel or a program may fill with anything. */
export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
