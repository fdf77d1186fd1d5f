import type { Money } from '#contract/records/report.ts'
import { money, rate, type Sum } from '#domains/reports/rules.ts'
import { ticket } from '#domains/reports/conversion-rules.ts'

type Owned = Sum & { owner_id: string | null; status: 'won' | 'lost' }
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

/** What became of these deals. */
export function performance(closed: readonly Owned[], open: readonly Open[], currency: string): Performance {
  const wins = closed.filter(({ status }) => status === 'won')
  const won = add(wins, 'count')
  const all = add(closed, 'count')
  return {
    won,
    lost: all - won,
    open: add(open, 'open'),
    open_created_in_period: add(open, 'created'),
    amount_won: money(wins, currency),
    win_rate: rate(won, all),
    average_ticket: ticket(wins, currency),
  }
}

/** The same for each who has or had any, by id; nobody is one of them. */
export function byOwner(
  closed: readonly Owned[],
  open: readonly Open[],
  currency: string,
): Map<string | null, Performance> {
  const owners = new Set([...closed, ...open].map(({ owner_id }) => owner_id))
  const own = (id: string | null) => (row: { owner_id: string | null }) => row.owner_id === id
  return new Map([...owners].map((id) => [id, performance(closed.filter(own(id)), open.filter(own(id)), currency)]))
}

/** Who won most stands first: by amount in the report currency, then by count, then by name. */
export function best(a: Performance & { name: string }, b: Performance & { name: string }): number {
  return b.amount_won.amount - a.amount_won.amount || b.won - a.won || a.name.localeCompare(b.name)
}

function add<K extends string>(rows: readonly Record<K, number>[], field: K): number {
  return rows.reduce((sum, row) => sum + row[field], 0)
}
