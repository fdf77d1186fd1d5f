import { type Condition, type Filter, operators } from '#contract/filters.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { readObject } from '#doors/classic/reading.ts'
import type { Asked } from '#doors/classic/route.ts'
import { reject } from '#kernel/problem.ts'

/** What a list can be filtered by: our field for each classic key, and whose custom attributes count. */
export type Keys = { fields: Readonly<Record<string, string>>; model: CustomAttribute['model'] }

/** The conditions of a classic filter; undefined where there are none. */
export async function readFilter({ act, body }: Asked, keys: Keys): Promise<Filter | undefined> {
  const payload = [body.payload ?? []].flat().map((item) => readObject(item) ?? {})
  if (payload.length === 0) return undefined
  const { items } = await act<{ items: CustomAttribute[] }>('list_custom_attributes')
  const defined = items.filter(({ model }) => model === keys.model).map(({ key }) => key)
  return toFilter(payload, keys, defined)
}

type Item = Record<string, unknown>

/** A flat list, each item joined to the next by AND or OR, of which AND binds tighter. */
export function toFilter(payload: readonly Item[], keys: Keys, defined: readonly string[] = []): Filter {
  const groups: { all: Condition[] }[] = [{ all: [] }]
  for (const [i, item] of payload.entries()) {
    groups.at(-1)!.all.push(toCondition(item, keys, defined))
    if (isOr(item.query_operator) && i < payload.length - 1) groups.push({ all: [] })
  }
  return { any: groups }
}

function isOr(operator: unknown): boolean {
  const word = String(operator ?? 'AND').toUpperCase()
  if (word !== 'AND' && word !== 'OR') reject('invalid_value', 'Query operator must be either "AND" or "OR".')
  return word === 'OR'
}

function toCondition(item: Item, keys: Keys, defined: readonly string[]): Condition {
  const key = String(item.attribute_key ?? '')
  const operator = operators.find((each) => each === item.filter_operator)
  if (!operator)
    reject('invalid_value', `Invalid operator. The allowed operators for ${key} are [${operators.join(',')}].`)
  const values = [item.values ?? []].flat() as Condition['values']
  return { field: fieldOf(key, item, keys, defined), operator, values: said(key, operator, values) }
}

function fieldOf(key: string, item: Item, { fields, model }: Keys, defined: readonly string[]): string {
  if (Object.hasOwn(fields, key)) return fields[key]!
  if (defined.includes(key) || (key !== '' && item.custom_attribute_type === model)) return `custom_attributes.${key}`
  const known = [...Object.keys(fields), ...defined].join(',')
  return reject('invalid_value', `Invalid attribute key - [${key}]. The key should be one of [${known}].`)
}

/** Classic clients send phone numbers without their plus, and every status as one word. */
function said(key: string, operator: Condition['operator'], values: Condition['values']): Condition['values'] {
  if (key === 'phone_number' && ['equal_to', 'not_equal_to', 'starts_with'].includes(operator))
    return values.map((value) => `+${String(value).replaceAll('+', '')}`)
  if (key === 'status' && values.includes('all')) return ['open', 'resolved', 'pending', 'snoozed']
  return values
}
