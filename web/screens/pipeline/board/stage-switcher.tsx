import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import type { useTotals } from '#web/screens/pipeline/use-totals.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { cx } from '#web/ui/cx.ts'
import { StageMark } from './column-header.tsx'

type Props = {
  board: RefObject<HTMLElement | null>
  stages: readonly Stage[]
  totals: ReturnType<typeof useTotals>
}

/** Stage tabs on a phone, where one stage fills the screen. */
export function StageSwitcher({ board, stages, totals }: Props) {
  const words = usePipelineWords()
  const number = useNumbers()
  const current = useCurrentColumn(board, stages)
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  const go = (id: string) =>
    board.current?.querySelector(`[data-stage="${id}"]`)?.scrollIntoView({ behavior: 'smooth', inline: 'start' })
  return (
    <nav
      ref={tabs}
      aria-label={words.switchStage}
      className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-3 py-1.5"
    >
      {stages.map((stage) => (
        <button
          key={stage.id}
          type="button"
          aria-current={stage.id === current ? 'true' : undefined}
          onClick={() => go(stage.id)}
          className={cx(
            'flex h-10 shrink-0 items-center gap-1.5 rounded-lg px-2.5 text-sm font-medium text-ink-2',
            stage.id === current && 'bg-accent-soft text-accent-text!',
          )}
        >
          <StageMark stage={stage} />
          {stage.name}
          {totals.of(stage.id) && (
            <span className="text-xs font-normal tabular-nums">{number(totals.of(stage.id)!.count)}</span>
          )}
        </button>
      ))}
    </nav>
  )
}

/** The column that is mostly visible. */
function useCurrentColumn(board: RefObject<HTMLElement | null>, stages: readonly Stage[]) {
  const [current, setCurrent] = useState(stages[0]?.id)
  useEffect(() => {
    const element = board.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const visible = entries.find(({ isIntersecting }) => isIntersecting)
        if (visible) setCurrent((visible.target as HTMLElement).dataset['stage'])
      },
      { root: element, threshold: 0.6 },
    )
    element.querySelectorAll('[data-stage]').forEach((column) => observer.observe(column))
    return () => observer.disconnect()
  }, [board, stages])
  return current
}
