import { useState } from 'react'
import type { Filter } from '#contract/filters.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import type { Kind } from '#web/screens/pipeline/kinds.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'

type Props = {
  open: boolean
  onClose: () => void
  resource: Kind
  filter: Filter
  onSaved: (id: string) => void
}

/** Keeps what is looked for now, under a name. */
export function SaveView({ open, onClose, ...props }: Props) {
  const { common } = useWords()
  const { saved: words } = usePipelineWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.save} description={words.saveHint} closeLabel={common.close}>
      <SaveForm onClose={onClose} {...props} />
    </Dialog>
  )
}

function SaveForm({ onClose, resource, filter, onSaved }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { saved: words } = usePipelineWords()
  const { role } = useAccount()
  const [visibility, setVisibility] = useState<'private' | 'shared'>('private')
  const save = useAct('create_saved_view', {
    quiet: true,
    refreshes: ['list_saved_views'],
    onSuccess: ({ id, name }) => {
      onClose()
      toast.good(words.done(name))
      onSaved(id)
    },
  })
  const errors = fieldErrors(save.error)
  const send = ({ name = '' }: Record<string, string>) =>
    save.mutate({ name: name.trim(), resource, visibility, filter })
  return (
    <form noValidate onSubmit={submitted(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {save.error && !errors['name'] && <Notice>{explain(save.error)}</Notice>}
          <TextField label={words.name} name="name" autoFocus autoComplete="off" error={errors['name']} />
          {role === 'administrator' && (
            <SelectField label={words.sharing} value={visibility} choices={words.visibility} onChange={setVisibility} />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={save.isPending}>
          {common.save}
        </Button>
      </DialogFooter>
    </form>
  )
}
