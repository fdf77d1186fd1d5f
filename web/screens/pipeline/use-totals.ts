import type { StageTotals } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { isOfAllPipelines } from './pipeline-filters.ts'
import { totalsInput, type BoardQuery } from './board-query.ts'

type Total = StageTotals['leads']

/** Counts and amounts per stage and in total. Currencies are never added up. */
export function useTotals(query: BoardQuery) {
  const isAll = isOfAllPipelines(query.filters)
  const input = totalsInput(query)
  const all = useRead('get_sales_totals', input, { keepsPrevious: true, enabled: isAll })
  const board = useRead(
    'get_board_totals',
    { pipeline_id: query.pipeline.id, ...input },
    { keepsPrevious: true, enabled: !isAll },
  )
  const items = board.isPlaceholderData ? undefined : board.data?.items
  const sum = items && sumTotals(items.map((each) => each[query.kind]))
  return {
    of: (stage_id: string) => items?.find(({ stage }) => stage.id === stage_id)?.[query.kind],
    all: isAll ? (all.isPlaceholderData ? undefined : all.data) : sum,
  }
}

export function sumTotals(totals: readonly Total[]): Total {
  const amounts = new Map<string, Total['amounts'][number]>()
  for (const { currency, amount, weighted } of totals.flatMap((total) => total.amounts)) {
    const sum = amounts.get(currency) ?? { currency, amount: 0, weighted: 0 }
    amounts.set(currency, { currency, amount: sum.amount + amount, weighted: sum.weighted + weighted })
  }
  return { count: totals.reduce((sum, { count }) => sum + count, 0), amounts: [...amounts.values()] }
}
