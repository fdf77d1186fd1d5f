import { useState } from 'react'
import { useWords } from '#web/i18n.ts'
import { suggestedMoment } from '#web/screens/inbox/actions/moments.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toInstant } from '#web/zone.ts'

type Props = { open: boolean; onClose: () => void; onChoose: (until: string) => void }

/** Any moment, by the clocks of the workspace. */
export function SnoozeDialog({ open, onClose, onChoose }: Props) {
  const { common } = useWords()
  const { bulk: words } = useInboxWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.snooze} closeLabel={common.close}>
      <Form onClose={onClose} onChoose={onChoose} />
    </Dialog>
  )
}

function Form({ onClose, onChoose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { bulk: words } = useInboxWords()
  const { time_zone } = useAccount()
  const [local, setLocal] = useState(() => suggestedMoment(new Date().toISOString(), time_zone))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
        onChoose(toInstant(local, time_zone))
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <TextField
          label={words.moment}
          hint={words.zone(time_zone)}
          type="datetime-local"
          required
          value={local}
          onChange={(event) => setLocal(event.target.value)}
        />
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit">
          {words.snooze}
        </Button>
      </DialogFooter>
    </form>
  )
}
