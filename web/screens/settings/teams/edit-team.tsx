import { useState } from 'react'
import type { Team } from '#contract/records/people.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { CheckList } from '#web/ui/check-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useSaveTeam } from './use-save-team.ts'
import { useTeamWords } from './words.ts'

type Props = { edited: Team | 'new' | undefined; onClose: () => void }

export function EditTeam({ edited, onClose }: Props) {
  const words = useTeamWords()
  return (
    <EditDialog edited={edited} onClose={onClose} title={(team) => (team ? words.editTitle(team.name) : words.create)}>
      {(team) => <Form team={team} onClose={onClose} />}
    </EditDialog>
  )
}

function Form({ team, onClose }: { team: Team | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useTeamWords()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const [members, setMembers] = useState(() => team?.members.map(({ id }) => id) ?? [])
  const [auto, setAuto] = useState(team?.allow_auto_assign ?? true)
  const { save, error, isPending } = useSaveTeam(team, onClose)
  const errors = fieldErrors(error)
  return (
    <DialogForm
      onSubmit={({ name = '', description = '' }) => save({ name, description, allow_auto_assign: auto, members })}
      onCancel={onClose}
      submit={team ? common.save : words.submit}
      busy={isPending}
      problem={error && !errors['name'] && describeError(error)}
    >
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        maxLength={255}
        defaultValue={team?.name ?? ''}
        error={errors['name']}
      />
      <TextField
        label={words.description}
        optional={common.optional}
        name="description"
        autoComplete="off"
        defaultValue={team?.description ?? ''}
      />
      <Switch label={words.auto} hint={words.autoHint} checked={auto} onChange={setAuto} />
      <CheckList
        label={`${words.members} (${members.length})`}
        value={members}
        choices={agents}
        onChange={setMembers}
      />
    </DialogForm>
  )
}
