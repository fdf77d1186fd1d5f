import { useState } from 'react'
import type { Team } from '#contract/records/people.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckList } from '#web/ui/check-list.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { Switch } from '#web/ui/switch.tsx'
import { useSaveTeam } from './use-save-team.ts'
import { useTeamWords } from './words.ts'

type Props = { edited: Team | 'new' | undefined; onClose: () => void }

export function EditTeam({ edited, onClose }: Props) {
  const { common } = useWords()
  const words = useTeamWords()
  const shown = useLast(edited)
  const title = shown && shown !== 'new' ? words.editTitle(shown.name) : words.create
  return (
    <Dialog open={edited !== undefined} onClose={onClose} title={title} closeLabel={common.close}>
      {shown && <Form team={shown === 'new' ? undefined : shown} onClose={onClose} />}
    </Dialog>
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
    <form
      noValidate
      onSubmit={submitted(({ name = '', description = '' }) =>
        save({ name, description, allow_auto_assign: auto, members }),
      )}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {error && !errors['name'] && <Notice>{explain(error)}</Notice>}
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
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={isPending}>
          {team ? common.save : words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
