import { type Condition, type Filter, operators } from '#contract/filters.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { readObject, readText } from '#doors/classic/request.ts'
import type { ClassicCall } from '#doors/classic/route.ts'
import { reject } from '#kernel/problem.ts'

/** Filters of a list: our field for each classic key, and the model whose custom attributes may be used. */
export type FilterKeys = { fields: Readonly<Record<string, string>>; model: CustomAttribute['model'] }

/** The conditions of a classic filter; undefined when there are none. */
export async function readFilter({ invoke, body }: ClassicCall, keys: FilterKeys): Promise<Filter | undefined> {
  const payload = [body.payload ?? []].flat().map((item) => readObject(item) ?? {})
  if (payload.length === 0) return undefined
  const { items } = await invoke<{ items: CustomAttribute[] }>('list_custom_attributes')
  const defined = items.filter(({ model }) => model === keys.model).map(({ key }) => key)
  return toFilter(payload, keys, defined)
}

type Item = Record<string, unknown>

/** Converts a flat list, each item joined to the next by AND or OR, where AND binds tighter. */
export function toFilter(payload: readonly Item[], keys: FilterKeys, defined: readonly string[] = []): Filter {
  const groups: { all: Condition[] }[] = [{ all: [] }]
  for (const [i, item] of payload.entries()) {
    groups.at(-1)!.all.push(toCondition(item, keys, defined))
    if (isOr(item.query_operator) && i < payload.length - 1) groups.push({ all: [] })
  }
  return { any: groups.flatMap((group) => withLinkedIds(group, keys)) }
}

/** Bridges to WhatsApp search a linked id as a phone number; contacts have it as their identifier. */
function withLinkedIds(group: { all: Condition[] }, { fields }: FilterKeys): { all: Condition[] }[] {
  const all = group.all.map((condition) => {
    const ids = condition.values.map((value) => String(value).replace('+', '')).filter((id) => /^\d{14,15}$/.test(id))
    const isSearch = condition.field === fields.phone_number && condition.operator === 'equal_to' && ids.length > 0
    if (!isSearch || !fields.identifier) return condition
    return { ...condition, field: fields.identifier, values: ids.flatMap((id) => [id, `${id}@lid`]) }
  })
  return all.every((condition, i) => condition === group.all[i]) ? [group] : [group, { all }]
}

/** The conditions as classic clients know them: a flat list, each item joined to the next. */
export function fromFilter(filter: Filter | null, fields: FilterKeys['fields']): object[] {
  const names = new Map(Object.entries(fields).map(([key, field]) => [field, key]))
  const groups = filter?.any ?? []
  return groups.flatMap(({ all }, i) =>
    all.map(({ field, operator, values }, j) => ({
      attribute_key: names.get(field) ?? field.replace(/^(contact\.)?custom_attributes\./, ''),
      filter_operator: operator,
      values,
      query_operator: j < all.length - 1 ? 'AND' : i < groups.length - 1 ? 'OR' : null,
    })),
  )
}

/** Clients write "nil" where nothing follows. */
function isOr(operator: unknown): boolean {
  const given = readText(operator) ?? 'AND'
  const word = given === 'nil' ? 'AND' : given.toUpperCase()
  if (word !== 'AND' && word !== 'OR') reject('invalid_value', 'Query operator must be either "AND" or "OR".')
  return word === 'OR'
}

function toCondition(item: Item, keys: FilterKeys, defined: readonly string[]): Condition {
  const key = String(item.attribute_key ?? '')
  const operator = operators.find((each) => each === item.filter_operator)
  if (!operator)
    reject('invalid_value', `Invalid operator. The allowed operators for ${key} are [${operators.join(',')}].`)
  const values = [item.values ?? []].flat() as Condition['values']
  return { field: fieldOf(key, item, keys, defined), operator, values: adaptValues(key, operator, values) }
}

function fieldOf(key: string, item: Item, { fields, model }: FilterKeys, defined: readonly string[]): string {
  if (Object.hasOwn(fields, key)) return fields[key]!
  if (defined.includes(key) || (key !== '' && item.custom_attribute_type === model)) return `custom_attributes.${key}`
  const known = [...Object.keys(fields), ...defined].join(',')
  return reject('invalid_value', `Invalid attribute key - [${key}]. The key should be one of [${known}].`)
}

/** Classic clients send phone numbers without the plus sign, and `all` for every status. */
function adaptValues(key: string, operator: Condition['operator'], values: Condition['values']): Condition['values'] {
  if (key === 'phone_number' && ['equal_to', 'not_equal_to', 'starts_with'].includes(operator))
    return values.map((value) => `+${String(value).replaceAll('+', '')}`)
  if (key === 'status' && values.includes('all')) return ['open', 'resolved', 'pending', 'snoozed']
  return values
}
