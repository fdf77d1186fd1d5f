import type { ReactNode } from 'react'
import { CircleCheck, CircleX } from '#web/ui/icons.ts'
import type { Stage, StageTotals } from '#contract/records/crm.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useAmounts } from '#web/screens/pipeline/use-amounts.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'

type Props = { stage: Stage; total: StageTotals['leads'] | undefined; loaded: number | undefined; aside?: ReactNode }

/** Name, count and value of a stage. */
export function ColumnHeader({ stage, total, loaded, aside }: Props) {
  const words = usePipelineWords()
  const number = useNumbers()
  const amountsOf = useAmounts()
  const amounts = total?.amounts ?? []
  // With two currencies the weighted amount only fits in the tooltip.
  const weighted = amounts.length === 1 ? amountsOf(amounts, 'weighted') : ''
  const count = total?.count ?? loaded
  const full = [amountsOf(amounts, 'amount', 'full'), words.weighted(amountsOf(amounts, 'weighted', 'full'))].join('. ')
  return (
    <header className="shrink-0 px-3 pt-2.5 pb-2">
      <div className="flex h-6 items-center gap-2">
        <StageMark stage={stage} />
        <h2 className="min-w-0 truncate text-sm font-semibold">{stage.name}</h2>
        {count !== undefined && <span className="text-xs text-ink-3 tabular-nums">{number(count)}</span>}
        <span className="-mr-1.5 ml-auto">{aside}</span>
      </div>
      <p className="flex h-4 gap-2 text-xs whitespace-nowrap text-ink-2 tabular-nums">
        <span className="min-w-0 truncate" title={full}>
          {amountsOf(amounts)}
        </span>
        {weighted && stage.type === 'open' && (
          <span
            className="ml-auto min-w-0 truncate text-ink-3"
            title={`${words.weighted(amountsOf(amounts, 'weighted', 'full'))}. ${words.weightedHint}`}
          >
            <span aria-hidden>≈ {weighted}</span>
            <span className="sr-only">{words.weighted(weighted)}</span>
          </span>
        )}
      </p>
    </header>
  )
}

/** Won and lost stages have an icon; other stages a colour dot. */
export function StageMark({ stage: { type, color } }: { stage: Pick<Stage, 'type' | 'color'> }) {
  if (type === 'won') return <CircleCheck size={15} aria-hidden className="shrink-0 text-good-text" />
  if (type === 'lost') return <CircleX size={15} aria-hidden className="shrink-0 text-danger-text" />
  return (
    <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-accent" style={color ? { background: color } : {}} />
  )
}
