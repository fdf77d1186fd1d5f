import type { StageTotals } from '#contract/records/crm.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import type { Kind } from '#web/features/deals/kinds.ts'
import { useAmounts } from '#web/screens/pipeline/use-amounts.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'

/** Count and value of all stages; announced when it changes. */
export function Summary({ kind, total }: { kind: Kind; total: StageTotals['leads'] | undefined }) {
  const words = usePipelineWords()
  const number = useNumbers()
  const amountsOf = useAmounts()
  const weighted = total && amountsOf(total.amounts, 'weighted')
  return (
    <p role="status" className="ml-auto flex min-w-0 gap-x-2 text-xs text-ink-3 tabular-nums max-xl:sr-only">
      {total && (
        <>
          <span className="font-medium whitespace-nowrap text-ink-2">
            {words.total(number(total.count), kind, total.count === 1)}
          </span>
          <span className="truncate">{amountsOf(total.amounts)}</span>
          {weighted && (
            <span title={words.weightedHint} className="hidden truncate min-[90rem]:inline">
              {words.weighted(weighted)}
            </span>
          )}
        </>
      )}
    </p>
  )
}
