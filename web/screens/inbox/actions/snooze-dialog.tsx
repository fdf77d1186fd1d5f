import { useState } from 'react'
import { useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { toInstant } from '#web/zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { suggestedMoment } from './moments.ts'

type Props = { onClose: () => void; onChoose: (until: string) => void }

/** Any moment to come. */
export function SnoozeDialog({ onClose, onChoose }: Props) {
  const { common, problems } = useWords()
  const { snooze: words } = useThreadWords()
  const { time_zone } = useAccount()
  const [local, setLocal] = useState(() => suggestedMoment(new Date().toISOString(), time_zone))
  const [error, setError] = useState<string>()
  const submit = () => {
    if (!local) return setError(problems['scheduled_at.invalid_request'])
    const until = toInstant(local, time_zone)
    if (Date.parse(until) <= Date.now()) return setError(problems['scheduled_at.invalid_value'])
    onChoose(until)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={words.open} closeLabel={common.close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DialogBody>
          <TextField
            label={words.when(time_zone.split('/').at(-1)!.replaceAll('_', ' '))}
            type="datetime-local"
            value={local}
            onChange={(event) => setLocal(event.target.value)}
            error={error}
          />
        </DialogBody>
        <DialogFooter>
          <Button look="outline" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button look="primary" type="submit">
            {words.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
