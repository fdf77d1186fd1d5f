import { useState } from 'react'
import { Problem } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import { RightsFields, type Rights } from './rights.tsx'

type Props = { open: boolean; onClose: () => void }

export function InviteDialog({ open, onClose }: Props) {
  const { common } = useWords()
  const { invitations: words } = useSettingsWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.newTitle} description={words.newHint} closeLabel={common.close}>
      <InviteForm onClose={onClose} />
    </Dialog>
  )
}

function InviteForm({ onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { invitations: words } = useSettingsWords()
  const [rights, setRights] = useState<Rights>({ role: 'agent', visibility: 'all', team_ids: [] })
  const invite = useAct('invite_member', {
    quiet: true,
    refreshes: ['list_invitations', 'list_emails'],
    onSuccess: ({ email }) => {
      onClose()
      toast.good(words.sent(email))
    },
  })
  const errors = fieldErrors(invite.error)
  const { team_ids: teams, ...others } = rights
  const send = ({ email = '', name = '' }: Record<string, string>) =>
    invite.mutate({ email: email.trim(), ...(name.trim() && { name: name.trim() }), ...others, teams })
  return (
    <form noValidate onSubmit={submitted(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-4">
          {invite.error && !errors['email'] && !errors['name'] && <Notice>{explain(invite.error)}</Notice>}
          <TextField
            label={words.email}
            name="email"
            type="email"
            autoComplete="off"
            autoFocus
            error={isKnown(invite.error) ? words.already : errors['email']}
          />
          <TextField
            label={words.name}
            optional={common.optional}
            name="name"
            autoComplete="off"
            error={errors['name']}
          />
          <RightsFields value={rights} onChange={setRights} errors={errors} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={invite.isPending}>
          {words.send}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** They work here, did so before, or have been asked to: the list behind the window shows which. */
const isKnown = (error: Error | null) => error instanceof Problem && error.code === 'duplicate_value'
