import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Member } from '#contract/records/people.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { queryClient, useAct } from '#web/app/query.ts'
import { sessionQuery, useSession } from '#web/app/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RightsFields, type Rights } from './rights.tsx'
import { usePeopleWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; member: Member }

export function EditMember({ open, onClose, member }: Props) {
  const words = usePeopleWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.editTitle(member.name)}>
      <EditForm member={member} onClose={onClose} />
    </Dialog>
  )
}

function EditForm({ member, onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const words = usePeopleWords()
  const [rights, setRights] = useState<Rights>(rightsOf(member))
  const { user } = useSession()
  const renew = useRenew()
  const update = useAct('update_member', {
    silent: true,
    invalidates: ['list_members', 'list_agents', 'list_teams'],
    onSuccess: ({ name }) => {
      onClose()
      toast.good(words.saved(name))
      if (member.id === user.id) void renew()
    },
  })
  const errors = fieldErrors(update.error)
  const { team_ids: teams, ...others } = rights
  return (
    <DialogForm
      onSubmit={({ name = '' }) => update.mutate({ member_id: member.id, name: name.trim(), ...others, teams })}
      onCancel={onClose}
      submit={common.save}
      busy={update.isPending}
      problem={update.error && !errors['name'] && describeError(update.error, 'member')}
    >
      <TextField
        label={words.nameLabel}
        name="name"
        autoComplete="off"
        defaultValue={member.name}
        error={errors['name']}
      />
      <RightsFields value={rights} onChange={setRights} errors={errors} />
    </DialogForm>
  )
}

/** Reloads the session after people edit themselves. */
function useRenew() {
  const router = useRouter()
  return async () => {
    await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
    await router.invalidate()
  }
}

const rightsOf = ({ role, visibility, teams }: Member): Rights => ({
  role,
  visibility,
  team_ids: teams.map(({ id }) => id),
})
