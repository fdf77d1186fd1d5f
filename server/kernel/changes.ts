/** The fields of a record that differ, as events carry them. */
export type Changes = Record<string, { from: never; to: never }>

/** Compares these fields of a record before and after. Linked records are compared by id. */
export function listChanges<R>(before: R, after: R, fields: readonly (keyof R & string)[]): Changes {
  const differing = fields.filter((field) => identity(field, before[field]) !== identity(field, after[field]))
  return Object.fromEntries(
    differing.map((field) => [field, { from: before[field] as never, to: after[field] as never }]),
  )
}

/** A custom attribute may be called `id`, so custom attributes are always compared in full. */
function identity(field: string, value: unknown): string {
  const isRecord = field !== 'custom_attributes' && typeof value === 'object' && value !== null && 'id' in value
  return JSON.stringify(isRecord ? value.id : value)
}
