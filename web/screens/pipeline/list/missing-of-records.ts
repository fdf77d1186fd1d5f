type FieldError = { pointer?: string | undefined; parameter?: string | undefined; code: string }

/** The missing fields of each record of a bulk change, by its place in the call: `#/lead_ids/2/custom_attributes/torre`. */
export function missingOfRecords(errors: readonly FieldError[]): { index: number; fields: string[] }[] {
  const found = new Map<number, string[]>()
  for (const { pointer, parameter, code } of errors) {
    const [, index, field] = /_ids\/(\d+)\/(.+)$/.exec(parameter ?? pointer ?? '') ?? []
    if (code !== 'missing_field' || index === undefined || field === undefined) continue
    const fields = found.get(Number(index)) ?? []
    found.set(Number(index), [...fields, field.replace('/', '.')])
  }
  return [...found].map(([index, fields]) => ({ index, fields }))
}
