import type { Money } from '#contract/records/report.ts'
import { compare, money, rate, type Sum, toOneDecimal, total } from '#domains/reports/rules.ts'

type Outcome = 'won' | 'lost'
type OutcomeSum = Sum & { status: Outcome }
type Cycle = { status: Outcome | null; mean: number; median: number; negative: number }

export type Conversion = {
  won: number
  lost: number
  won_amount: Money
  lost_amount: Money
  win_rate: number | null
  win_rate_amount: number | null
  avg_cycle_days: number | null
  median_cycle_days: number | null
  avg_cycle_days_lost: number | null
  median_cycle_days_lost: number | null
  avg_cycle_days_all: number | null
  median_cycle_days_all: number | null
  reopened: number
  data_quality: { negative_cycles: number; without_amount: number }
}

/** Won and lost deals, with their cycle times. */
export function toConversion(
  closed: readonly OutcomeSum[],
  cycles: readonly Cycle[],
  reopened: number,
  currency: string,
): Conversion {
  const outcomes = toOutcomes(closed, currency)
  const cycle = (status: Outcome | null) => cycles.find((each) => each.status === status)
  const days = (status: Outcome | null, which: 'mean' | 'median') => toDays(cycle(status)?.[which])
  return {
    ...outcomes,
    avg_cycle_days: days('won', 'mean'),
    median_cycle_days: days('won', 'median'),
    avg_cycle_days_lost: days('lost', 'mean'),
    median_cycle_days_lost: days('lost', 'median'),
    avg_cycle_days_all: days(null, 'mean'),
    median_cycle_days_all: days(null, 'median'),
    reopened,
    data_quality: {
      negative_cycles: cycle(null)?.negative ?? 0,
      without_amount: outcomes.won_amount.without_amount + outcomes.lost_amount.without_amount,
    },
  }
}

function toDays(days: number | undefined): number | null {
  return days === undefined ? null : toOneDecimal(days)
}

type Outcomes = Pick<Conversion, 'won' | 'lost' | 'won_amount' | 'lost_amount' | 'win_rate' | 'win_rate_amount'>

/** Won and lost deals by count and by amount in the report currency. */
export function toOutcomes(closed: readonly OutcomeSum[], currency: string): Outcomes {
  const of = (status: Outcome) => closed.filter((row) => row.status === status)
  const [won, lost] = [total(of('won'), 'count'), total(of('lost'), 'count')]
  const [won_amount, lost_amount] = [money(of('won'), currency), money(of('lost'), currency)]
  return {
    won,
    lost,
    won_amount,
    lost_amount,
    win_rate: rate(won, won + lost),
    win_rate_amount: rate(won_amount.amount, won_amount.amount + lost_amount.amount),
  }
}

/** Mean amount of deals that have one, in the report currency; null if none has. */
export function averageTicket(sums: readonly Sum[], currency: string): number | null {
  const own = sums.filter((sum) => sum.currency === currency)
  const withAmount = own.reduce((sum, each) => sum + each.count - each.without_amount, 0)
  if (withAmount === 0) return null
  return Math.round((own.reduce((sum, each) => sum + each.amount, 0) / withAmount) * 100) / 100
}

/** Changes from the previous period in percent, and for rates in percentage points. */
export function compareConversions(current: Conversion, previous: Conversion) {
  const percent = (field: 'won' | 'lost' | 'avg_cycle_days' | 'median_cycle_days' | 'reopened') =>
    compare(current[field], previous[field]).change
  return {
    won: percent('won'),
    lost: percent('lost'),
    won_amount: compare(current.won_amount.amount, previous.won_amount.amount).change,
    lost_amount: compare(current.lost_amount.amount, previous.lost_amount.amount).change,
    win_rate_points: pointsBetween(current.win_rate, previous.win_rate),
    win_rate_amount_points: pointsBetween(current.win_rate_amount, previous.win_rate_amount),
    avg_cycle_days: percent('avg_cycle_days'),
    median_cycle_days: percent('median_cycle_days'),
    reopened: percent('reopened'),
  }
}

function pointsBetween(current: number | null, previous: number | null): number | null {
  return current === null || previous === null ? null : toOneDecimal(current - previous)
}
