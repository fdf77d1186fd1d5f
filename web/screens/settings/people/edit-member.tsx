import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Member } from '#contract/records/people.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { queryClient } from '#web/app/query.ts'
import { sessionQuery, useSession } from '#web/app/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
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
  const { save, error, errors, isPending } = useSave('update_member', {
    invalidates: ['list_members', 'list_agents', 'list_teams'],
    message: ({ name }) => words.saved(name),
    onSaved: () => {
      onClose()
      if (member.id === user.id) void renew()
    },
  })
  const { team_ids: teams, ...others } = rights
  return (
    <DialogForm
      onSubmit={({ name = '' }) => save({ member_id: member.id, name: name.trim(), ...others, teams })}
      onCancel={onClose}
      submit={common.save}
      busy={isPending}
      problem={error && !errors['name'] && describeError(error, 'member')}
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
