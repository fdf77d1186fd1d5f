import type { Condition, Filter } from '#contract/filters.ts'
import { addDays } from '#contract/periods.ts'
import { readCondition } from '#web/features/conditions/condition-param.ts'
import type { Kind } from '#web/features/deals/kinds.ts'
import type { ActiveFilters } from './pipeline-filters.ts'

/** The filters as conditions, shared by lists, totals and saved views. */
export function toFilter(kind: Kind, filters: ActiveFilters): Filter | undefined {
  const all = conditionsOf(kind, filters)
  const found = filters.q ? searched[kind].map((field) => is(field, 'contains', filters.q!)) : []
  if (found.length > 0) return { any: found.map((each) => ({ all: [...all, each] })) }
  return all.length > 0 ? { any: [{ all }] } : undefined
}

/** As `toFilter`, without closed records unless they are shown. */
export function toOpenFilter(kind: Kind, filters: ActiveFilters): Filter | undefined {
  const filter = toFilter(kind, filters)
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

function conditionsOf(kind: Kind, filters: ActiveFilters): Condition[] {
  const { owner, stage, label, source, from, to, close_from, close_to, min, max, attention, where = [] } = filters
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
    // The API has no at-least; amounts are exact to the cent, so one cent less is exclusive.
    ...(min ? [is(amount, 'is_greater_than', cents(Number(min) - 0.01))] : []),
    ...(max ? [is(amount, 'is_less_than', cents(Number(max) + 0.01))] : []),
    ...(attention ? [attentionConditions[attention]] : []),
    ...where.flatMap((text) => readCondition(text) ?? []),
  ]
}

const is = (field: string, operator: Condition['operator'], ...values: Condition['values']): Condition => ({
  field,
  operator,
  values,
})

const attentionConditions: Record<NonNullable<ActiveFilters['attention']>, Condition> = {
  rotting: is('rotting', 'equal_to', true),
  overdue: is('next_activity_at', 'days_before', 0),
  unplanned: is('next_activity_at', 'is_not_present'),
}

const cents = (amount: number) => Math.round(amount * 100) / 100
