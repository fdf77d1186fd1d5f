import { useState } from 'react'
import { Circle, CircleCheck, RotateCcw } from '#web/ui/icons.ts'
import type { Activity } from '#contract/records/crm.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useActivityWords } from './words.ts'
import { useComplete, useReopen } from './activity-actions.ts'
import { toast } from '#web/ui/toast.tsx'
import { activityTitle } from './activity-title.ts'

/** Completes an activity and asks for its outcome. */
export function CompleteButton({ activity }: { activity: Activity }) {
  const words = useActivityWords()
  const [open, setOpen] = useState(false)
  const [outcome, setOutcome] = useState('')
  const complete = useComplete(activity)
  if (activity.done)
    return (
      <span className="grid size-7 shrink-0 place-items-center text-good-text">
        <CircleCheck size={18} role="img" aria-label={words.done} />
      </span>
    )
  const finish = () => {
    setOpen(false)
    void complete(outcome)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={words.completeTitle}
      className="w-72"
      trigger={
        <IconButton size="sm" label={words.complete(activityTitle(activity, words.types))} className="text-ink-3">
          <Circle size={18} aria-hidden />
        </IconButton>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          finish()
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && finish()}
        className="grid gap-3"
      >
        <TextArea
          autoFocus
          rows={2}
          label={words.completeTitle}
          hint={words.outcomeHint}
          value={outcome}
          onChange={(event) => setOutcome(event.target.value)}
        />
        <Button look="primary" type="submit">
          {words.completeNow}
          <Kbd onAccent>⌘↵</Kbd>
        </Button>
      </form>
    </Popover>
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
