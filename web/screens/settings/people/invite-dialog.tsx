import { useState } from 'react'
import { Problem } from '#web/app/api.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import type { Invitation } from '#contract/records/access.ts'
import { InvitationLink } from './invitation-link.tsx'
import { RightsFields, type Rights } from './rights.tsx'
import { useInvitationWords } from './words.ts'

type Props = { open: boolean; onClose: () => void }

export function InviteDialog({ open, onClose }: Props) {
  const words = useInvitationWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.newTitle} description={words.newHint}>
      <Steps onClose={onClose} />
    </Dialog>
  )
}

function Steps({ onClose }: Omit<Props, 'open'>) {
  const [invited, setInvited] = useState<Invitation>()
  return invited ? (
    <InvitationLink invitation={invited} onClose={onClose} />
  ) : (
    <InviteForm onClose={onClose} onInvited={setInvited} />
  )
}

type FormProps = { onClose: () => void; onInvited: (invitation: Invitation) => void }

function InviteForm({ onClose, onInvited }: FormProps) {
  const { common } = useWords()
  const words = useInvitationWords()
  const [rights, setRights] = useState<Rights>({ role: 'agent', visibility: 'all', team_ids: [] })
  const invite = useAct('invite_member', {
    silent: true,
    invalidates: ['list_invitations', 'list_emails'],
    onSuccess: onInvited,
  })
  const errors = fieldErrors(invite.error)
  const { team_ids: teams, ...others } = rights
  const send = ({ email = '', name = '' }: Record<string, string>) =>
    invite.mutate({ email: email.trim(), ...(name.trim() && { name: name.trim() }), ...others, teams })
  return (
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      submit={words.send}
      busy={invite.isPending}
      problem={invite.error && !errors['email'] && !errors['name'] && describeError(invite.error)}
    >
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="off"
        autoFocus
        error={isKnown(invite.error) ? words.already : errors['email']}
      />
      <TextField label={words.name} optional={common.optional} name="name" autoComplete="off" error={errors['name']} />
      <RightsFields value={rights} onChange={setRights} errors={errors} />
    </DialogForm>
  )
}

/** Whether the person is already a member, a former member or invited. */
const isKnown = (error: Error | null) => error instanceof Problem && error.code === 'duplicate_value'
