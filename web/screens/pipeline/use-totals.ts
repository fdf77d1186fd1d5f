import type { StageTotals } from '#contract/records/crm.ts'
import { useRead } from '#web/query.ts'
import { totalsInput, type Sales } from './sales.ts'

type Total = StageTotals['leads']

/** How many and how much: in each stage, and in all of them. Currencies are never added. */
export function useTotals(sales: Sales) {
  const { data, isPlaceholderData } = useRead('get_board_totals', totalsInput(sales), { keepsPrevious: true })
  const items = isPlaceholderData ? undefined : data?.items
  return {
    of: (stage_id: string) => items?.find(({ stage }) => stage.id === stage_id)?.[sales.kind],
    all: items && summed(items.map((each) => each[sales.kind])),
  }
}

export function summed(totals: readonly Total[]): Total {
  const amounts = new Map<string, Total['amounts'][number]>()
  for (const { currency, amount, weighted } of totals.flatMap((total) => total.amounts)) {
    const known = amounts.get(currency) ?? { currency, amount: 0, weighted: 0 }
    amounts.set(currency, { currency, amount: known.amount + amount, weighted: known.weighted + weighted })
  }
  return { count: totals.reduce((sum, { count }) => sum + count, 0), amounts: [...amounts.values()] }
}
