import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Member } from '#contract/records/people.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { queryClient, useAct } from '#web/query.ts'
import { sessionQuery, useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import { RightsFields, type Rights } from './rights.tsx'

type Props = { open: boolean; onClose: () => void; member: Member }

export function EditMember({ open, onClose, member }: Props) {
  const { common } = useWords()
  const { people: words } = useSettingsWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.editTitle(member.name)} closeLabel={common.close}>
      <EditForm member={member} onClose={onClose} />
    </Dialog>
  )
}

function EditForm({ member, onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { people: words } = useSettingsWords()
  const [rights, setRights] = useState<Rights>(rightsOf(member))
  const { user } = useSession()
  const renew = useRenew()
  const update = useAct('update_member', {
    quiet: true,
    refreshes: ['list_members', 'list_agents', 'list_teams'],
    onSuccess: ({ name }) => {
      onClose()
      toast.good(words.saved(name))
      if (member.id === user.id) void renew()
    },
  })
  const errors = fieldErrors(update.error)
  const { team_ids: teams, ...others } = rights
  return (
    <form
      noValidate
      onSubmit={submitted(({ name = '' }) =>
        update.mutate({ member_id: member.id, name: name.trim(), ...others, teams }),
      )}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {update.error && !errors['name'] && <Notice>{explain(update.error, 'member')}</Notice>}
          <TextField
            label={words.nameLabel}
            name="name"
            autoComplete="off"
            defaultValue={member.name}
            error={errors['name']}
          />
          <RightsFields value={rights} onChange={setRights} errors={errors} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={update.isPending}>
          {common.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Who changes themselves has another name now, or other rights. */
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
