import type { LostReason } from '#contract/records/crm.ts'
import { Problem } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { useLostReasonWords } from './words.ts'

type Props = { edited: LostReason | 'new' | undefined; onClose: () => void }

export function EditReason({ edited, onClose }: Props) {
  const { common } = useWords()
  const words = useLostReasonWords()
  const shown = useLast(edited)
  const title = shown === 'new' ? words.create : words.rename
  return (
    <Dialog open={edited !== undefined} onClose={onClose} title={title} closeLabel={common.close}>
      {shown && <Form reason={shown === 'new' ? undefined : shown} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ reason, onClose }: { reason: LostReason | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useLostReasonWords()
  const options = (say: (name: string) => string) => ({
    quiet: true,
    refreshes: ['list_crm_lost_reasons'] as const,
    onSuccess: ({ name }: LostReason) => {
      onClose()
      toast.good(say(name))
    },
  })
  const create = useAct('create_lost_reason', options(words.created))
  const update = useAct(
    'update_lost_reason',
    options(() => words.saved),
  )
  const { error, isPending } = reason ? update : create
  const isTaken = error instanceof Problem && error.code === 'duplicate_value'
  const complaint = isTaken ? words.taken : fieldErrors(error)['name']
  const save = ({ name = '' }: Record<string, string>) => {
    if (reason) update.mutate({ lost_reason_id: reason.id, name: name.trim() })
    else create.mutate({ name: name.trim() })
  }
  return (
    <form noValidate onSubmit={submitted(save)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {error && !complaint && <Notice>{explain(error)}</Notice>}
          <TextField
            label={words.name}
            name="name"
            placeholder={words.placeholder}
            maxLength={255}
            autoComplete="off"
            autoFocus
            defaultValue={reason?.name ?? ''}
            error={complaint}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={isPending}>
          {reason ? common.save : common.add}
        </Button>
      </DialogFooter>
    </form>
  )
}
