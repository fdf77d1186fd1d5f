import { useRef } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { cx } from '#web/ui/cx.ts'
import { StageMark } from './column-header.tsx'
import { useDrop } from './use-drop.ts'

/** A stage where things end, folded: cards can be dropped on it, and a press shows what is there. */
export function EndColumn({ stage, onExpand }: { stage: Stage; onExpand: () => void }) {
  const words = usePipelineWords()
  const column = useRef<HTMLElement>(null)
  const aim = useDrop(column, stage.id)
  return (
    <section
      ref={column}
      data-stage={stage.id}
      aria-label={words.column(stage.name)}
      className={cx('board-end', aim && 'is-target')}
    >
      <button type="button" aria-label={words.expand(stage.name)} onClick={onExpand} className="end-button">
        <StageMark stage={stage} />
        <span className="text-sm font-semibold [writing-mode:vertical-rl]">{stage.name}</span>
      </button>
    </section>
  )
}
