import { Circle, CircleCheck, RotateCcw } from '#web/ui/icons.ts'
import type { Activity } from '#contract/records/crm.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useActivityWords } from './words.ts'
import { useComplete, useReopen } from './activity-actions.ts'
import { toast } from '#web/ui/toast.tsx'
import { activityTitle } from './activity-title.ts'

/** Completes an activity with one click, which can be undone. */
export function CompleteButton({ activity }: { activity: Activity }) {
  const words = useActivityWords()
  const complete = useComplete(activity)
  if (activity.done)
    return (
      <span className="grid size-7 shrink-0 place-items-center text-good-text">
        <CircleCheck size={18} role="img" aria-label={words.done} />
      </span>
    )
  return (
    <IconButton
      size="sm"
      label={words.complete(activityTitle(activity, words.types))}
      onClick={() => void complete('')}
      className="group/complete text-ink-3 hover:text-good-text"
    >
      <Circle size={18} aria-hidden className="group-hover/complete:hidden" />
      <CircleCheck size={18} aria-hidden className="hidden group-hover/complete:block" />
    </IconButton>
  )
}

type ReopenProps = { activity: Pick<Activity, 'id' | 'body' | 'type'>; className?: string }

/** Makes a completed activity pending again. */
export function ReopenButton({ activity, className }: ReopenProps) {
  const words = useActivityWords()
  const reopen = useReopen()
  const run = async () => {
    if (await reopen(activity.id)) toast.good(words.reopened)
  }
  return (
    <IconButton
      size="sm"
      label={words.reopen(activityTitle(activity, words.types))}
      onClick={() => void run()}
      {...(className && { className })}
    >
      <RotateCcw size={14} aria-hidden />
    </IconButton>
  )
}
