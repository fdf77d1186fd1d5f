import { useState } from 'react'
import type { Filter } from '#contract/filters.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'

type Props = {
  open: boolean
  onClose: () => void
  filter: Filter
  sort: string | undefined
  onSaved: (id: string) => void
}

/** Gives the filters of the list a name. */
export function SaveView({ open, onClose, ...props }: Props) {
  const { views: words } = useContactWords()
  const { common } = useWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint} closeLabel={common.close}>
      <Form onClose={onClose} {...props} />
    </Dialog>
  )
}

function Form({ onClose, filter, sort, onSaved }: Omit<Props, 'open'>) {
  const { views: words } = useContactWords()
  const { common } = useWords()
  const { role } = useAccount()
  const [isShared, share] = useState(false)
  const create = useAct('create_saved_view', {
    quiet: true,
    refreshes: ['list_saved_views'],
    onSuccess: ({ id, name }) => {
      onClose()
      onSaved(id)
      toast.good(words.done(name))
    },
  })
  const errors = fieldErrors(create.error)
  const send = ({ name = '' }: Record<string, string>) =>
    create.mutate({
      name,
      resource: 'contacts',
      filter,
      sort: sort ?? null,
      visibility: isShared ? 'shared' : 'private',
    })
  return (
    <form noValidate onSubmit={submitted(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {create.error && !errors['name'] && <Notice>{explain(create.error)}</Notice>}
          <TextField label={words.name} name="name" autoFocus autoComplete="off" error={errors['name']} />
          {role === 'administrator' && (
            <Switch label={words.share} hint={words.shareHint} checked={isShared} onChange={share} />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={create.isPending}>
          {words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
