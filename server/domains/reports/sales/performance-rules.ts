import type { Money } from '#contract/records/report.ts'
import { money, rate, type Sum, total } from '#domains/reports/rules.ts'
import { averageTicket } from './conversion-rules.ts'

type OwnerSum = Sum & { owner_id: string | null; status: 'won' | 'lost' }
type Open = { owner_id: string | null; open: number; created: number }

export type Performance = {
  won: number
  lost: number
  open: number
  open_created_in_period: number
  amount_won: Money
  win_rate: number | null
  average_ticket: number | null
}

/** Performance figures of these deals. */
export function toPerformance(closed: readonly OwnerSum[], open: readonly Open[], currency: string): Performance {
  const wins = closed.filter(({ status }) => status === 'won')
  const won = total(wins, 'count')
  const all = total(closed, 'count')
  return {
    won,
    lost: all - won,
    open: total(open, 'open'),
    open_created_in_period: total(open, 'created'),
    amount_won: money(wins, currency),
    win_rate: rate(won, all),
    average_ticket: averageTicket(wins, currency),
  }
}

/** Performance per owner id; null stands for unowned deals. */
export function performanceByOwner(
  closed: readonly OwnerSum[],
  open: readonly Open[],
  currency: string,
): Map<string | null, Performance> {
  const owners = new Set([...closed, ...open].map(({ owner_id }) => owner_id))
  const own = (id: string | null) => (row: { owner_id: string | null }) => row.owner_id === id
  return new Map([...owners].map((id) => [id, toPerformance(closed.filter(own(id)), open.filter(own(id)), currency)]))
}

type OwnerPerformance = Performance & { agent: { id: string } | null; name: string }

/** Sorts by amount won in the report currency, then by count, name and id. */
export function byAmountWon(a: OwnerPerformance, b: OwnerPerformance): number {
  return (
    b.amount_won.amount - a.amount_won.amount ||
    b.won - a.won ||
    a.name.localeCompare(b.name) ||
    Number(a.agent?.id ?? 0) - Number(b.agent?.id ?? 0)
  )
}
