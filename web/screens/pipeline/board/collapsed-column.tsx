import { useRef } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { cx } from '#web/ui/cx.ts'
import { StageMark } from './column-header.tsx'
import { useDropTarget } from './use-drop-target.ts'

/** A collapsed won or lost stage: cards can be dropped on it, and clicking expands it. */
export function CollapsedColumn({ stage, onExpand }: { stage: Stage; onExpand: () => void }) {
  const words = usePipelineWords()
  const column = useRef<HTMLElement>(null)
  const dropPosition = useDropTarget(column, stage.id)
  return (
    <section
      ref={column}
      data-stage={stage.id}
      aria-label={words.column(stage.name)}
      className={cx('board-end', dropPosition && 'is-target')}
    >
      <button type="button" aria-label={words.expand(stage.name)} onClick={onExpand} className="end-button">
        <StageMark stage={stage} />
        <span className="text-sm font-semibold [writing-mode:vertical-rl]">{stage.name}</span>
      </button>
    </section>
  )
}
