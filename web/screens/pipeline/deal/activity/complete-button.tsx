import { useState } from 'react'
import { Circle, CircleCheck } from 'lucide-react'
import type { Activity } from '#contract/records/crm.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { useComplete } from './activity-acts.ts'
import { whatOf } from './what-of.ts'

/** The circle that says it is done, and asks how it went. */
export function CompleteButton({ activity }: { activity: Activity }) {
  const { activities: words } = useDealWords()
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
        <IconButton size="sm" label={words.complete(whatOf(activity, words.types))} className="text-ink-3">
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
