import { useState } from 'react'
import { useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { toInstant } from '#web/app/format/zone.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { suggestTime } from './snooze-presets.ts'

type Props = {
  title: string
  submit: string
  /** The latest possible moment, if there is one. */
  before?: string | undefined
  onClose: () => void
  onChoose: (moment: string) => void
}

/** Asks for a date and time in the future. */
export function ChooseMoment({ title, submit, before, onClose, onChoose }: Props) {
  const { problems } = useWords()
  const { snooze: words } = useThreadWords()
  const { time_zone } = useAccount()
  const [local, setLocal] = useState(() => suggestTime(new Date().toISOString(), time_zone))
  const [error, setError] = useState<string>()
  const time = useTime()
  const choose = () => {
    if (!local) return setError(problems['scheduled_at.invalid_request'])
    const until = toInstant(local, time_zone)
    if (Date.parse(until) <= Date.now()) return setError(problems['scheduled_at.invalid_value'])
    if (before && until >= before) return setError(words.tooLate(time.moment(before)))
    onChoose(until)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogForm onSubmit={choose} onCancel={onClose} submit={submit} busy={false}>
        <TextField
          label={words.when(time_zone.split('/').at(-1)!.replaceAll('_', ' '))}
          type="datetime-local"
          value={local}
          onChange={(event) => setLocal(event.target.value)}
          error={error}
        />
      </DialogForm>
    </Dialog>
  )
}
