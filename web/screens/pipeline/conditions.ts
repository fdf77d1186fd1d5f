import type { Condition, Filter } from '#contract/filters.ts'
import { addDays } from '#contract/periods.ts'
import type { Kind } from './kinds.ts'
import type { Kept } from './pipeline-filters.ts'

/** What is looked for, as conditions: the lists, the totals and a saved view are all asked the same way. */
export function asFilter(kind: Kind, filters: Kept): Filter | undefined {
  const all = conditionsOf(kind, filters)
  const found = filters.q ? searched[kind].map((field) => is(field, 'contains', filters.q!)) : []
  if (found.length > 0) return { any: found.map((each) => ({ all: [...all, each] })) }
  return all.length > 0 ? { any: [{ all }] } : undefined
}

/** The same without what is closed, unless that is wanted too. */
export function asOpenFilter(kind: Kind, filters: Kept): Filter | undefined {
  const filter = asFilter(kind, filters)
  if (filters.closed) return filter
  const open = is('status', 'equal_to', ...openStatuses[kind])
  return { any: (filter?.any ?? [{ all: [] }]).map(({ all }) => ({ all: [...all, open] })) }
}

const openStatuses = { leads: ['new', 'qualified'], opportunities: ['open'] } as const

const shared = ['name', 'contact.name', 'contact.phone_number', 'contact.email'] as const
const searched = {
  leads: [...shared, 'company_name', 'phone', 'email'],
  opportunities: [...shared, 'contact.company_name'],
} as const

function conditionsOf(kind: Kind, filters: Kept): Condition[] {
  const { owner, stage, label, source, from, to, close_from, close_to, min, max, attention } = filters
  const amount = kind === 'leads' ? 'estimated_value' : 'amount'
  return [
    ...(owner === 'none' ? [is('owner_id', 'is_not_present')] : []),
    ...(owner && owner !== 'none' ? [is('owner_id', 'equal_to', owner)] : []),
    ...(stage ? [is('stage_id', 'equal_to', stage)] : []),
    ...(label?.length ? [is('contact_labels', 'equal_to', ...label)] : []),
    ...(source ? [is(kind === 'leads' ? 'source' : 'utm_source', 'contains', source)] : []),
    ...(from ? [is('created_at', 'is_greater_than', from)] : []),
    ...(to ? [is('created_at', 'is_less_than', addDays(to, 1))] : []),
    ...(kind === 'opportunities' && close_from ? [is('expected_close_date', 'is_greater_than', close_from)] : []),
    ...(kind === 'opportunities' && close_to ? [is('expected_close_date', 'is_less_than', addDays(close_to, 1))] : []),
    // Amounts are kept to the cent: more than a cent less is at least that.
    ...(min ? [is(amount, 'is_greater_than', cents(Number(min) - 0.01))] : []),
    ...(max ? [is(amount, 'is_less_than', cents(Number(max) + 0.01))] : []),
    ...(attention ? [attended[attention]] : []),
  ]
}

const is = (field: string, operator: Condition['operator'], ...values: Condition['values']): Condition => ({
  field,
  operator,
  values,
})

const attended: Record<NonNullable<Kept['attention']>, Condition> = {
  rotting: is('rotting', 'equal_to', true),
  overdue: is('next_activity_at', 'days_before', 0),
  unplanned: is('next_activity_at', 'is_not_present'),
}

const cents = (amount: number) => Math.round(amount * 100) / 100
