import { Circle, CircleCheck, CircleX } from '#web/ui/icons.ts'
import type { Stage } from '#contract/records/crm.ts'

/** The colour of an open stage, or the icon of a closing one. */
export function StageColor({ stage: { type, color } }: { stage: Pick<Stage, 'type' | 'color'> }) {
  if (type === 'won') return <CircleCheck size={13} aria-hidden className="shrink-0 text-good-text" />
  if (type === 'lost') return <CircleX size={13} aria-hidden className="shrink-0 text-danger-text" />
  if (!color) return <Circle size={11} aria-hidden className="shrink-0 text-ink-3" />
  return <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: color }} />
}
