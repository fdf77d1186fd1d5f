import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTime } from '#web/app/format/time.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { CalendarClock } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ThreadMessage } from './group-messages.ts'
import { patchMessage } from './cached-messages.ts'
import { useThreadWords } from './words.ts'

type Props = { message: ThreadMessage; scheduled_at: string }

const ChooseMoment = lazyComponent(
  async () => (await import('#web/screens/inbox/snooze/choose-moment.tsx')).ChooseMoment,
)

/** The time at which a message will be sent; until then it can be sent at once, moved or cancelled. */
export function ScheduleLine({ message, scheduled_at }: Props) {
  const { thread: words, composer } = useThreadWords()
  const [isChoosing, choose] = useState(false)
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const time = useTime()
  const cancel = useAct('delete_message', {
    onSuccess: (cancelled) => {
      patchMessage(client, account_id, cancelled)
      toast.good(words.scheduleCancelled)
    },
  })
  const move = useAct('reschedule_message', {
    onSuccess: (moved) => {
      patchMessage(client, account_id, moved)
      toast.good(moved.status === 'scheduled' ? words.scheduledFor(time.moment(moved.created_at)) : words.scheduleSent)
    },
  })
  const message_id = message.id
  const actions = [
    [words.sendScheduled, () => move.mutate({ message_id, scheduled_at: null })],
    [words.moveSchedule, () => choose(true)],
    [words.cancelSchedule, () => cancel.mutate({ message_id })],
  ] as const
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="flex items-center gap-1">
        <CalendarClock size={12} aria-hidden />
        {words.scheduledFor(time.moment(scheduled_at))}
      </span>
      {!message.outgoing &&
        actions.map(([label, press]) => (
          <button
            key={label}
            type="button"
            disabled={cancel.isPending || move.isPending}
            onClick={press}
            className="rounded py-1 font-semibold underline underline-offset-2 hover:text-ink pointer-coarse:py-1.5"
          >
            {label}
          </button>
        ))}
      {isChoosing && (
        <ChooseMoment
          title={words.moveSchedule}
          submit={composer.schedule.submit}
          onClose={() => choose(false)}
          onChoose={(moment) => move.mutate({ message_id, scheduled_at: moment })}
        />
      )}
    </span>
  )
}
