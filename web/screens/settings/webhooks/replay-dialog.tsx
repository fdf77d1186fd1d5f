import { useState } from 'react'
import type { Webhook } from '#contract/records/webhook.ts'
import { toInstant, toLocal } from '#web/app/format/zone.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { useReplayWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; webhook: Webhook }

/** Replays the missed or all events of a period. */
export function ReplayDialog({ open, onClose, webhook }: Props) {
  const words = useReplayWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint}>
      <Form webhook={webhook} onClose={onClose} />
    </Dialog>
  )
}

const DAY = 86_400_000

function Form({ webhook, onClose }: Omit<Props, 'open'>) {
  const words = useReplayWords()
  const { time_zone } = useAccount()
  const [status, setStatus] = useState<'failed' | 'all'>('failed')
  const [began] = useState(() => toLocal(new Date(Date.now() - DAY).toISOString(), time_zone))
  const [isShort, complain] = useState(false)
  const { save, error, errors, isPending } = useSave('replay_webhook', {
    invalidates: ['list_webhook_deliveries'],
    onSaved: onClose,
    message: () => words.done,
  })
  const zone = time_zone.split('/').at(-1)!.replaceAll('_', ' ')
  const send = ({ since = '', until = '' }: Record<string, string>) => {
    complain(since === '')
    if (since === '') return
    const instant = (local: string) => toInstant(local, time_zone)
    save({ webhook_id: webhook.id, status, since: instant(since), ...(until && { until: instant(until) }) })
  }
  return (
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      submit={words.submit}
      busy={isPending}
      problem={error && !errors['since'] && describeError(error)}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={words.since(zone)}
          name="since"
          type="datetime-local"
          defaultValue={began}
          error={(isShort || errors['since']) && words.sinceNeeded}
        />
        <TextField
          label={words.until(zone)}
          hint={words.untilHint}
          name="until"
          type="datetime-local"
          error={errors['until']}
        />
      </div>
      <RadioCards
        label={words.what}
        value={status}
        onChange={setStatus}
        choices={{
          failed: { label: words.failed, hint: words.failedHint },
          all: { label: words.all, hint: words.allHint },
        }}
      />
    </DialogForm>
  )
}
