import { useState } from 'react'
import type { Member } from '#contract/records/people.ts'
import type { Input } from '#web/app/api.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { describeError } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { usePeopleWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; member: Member }
type Choice = 'hand' | 'nobody' | 'leave'

/** Removes a person's access, after asking what happens to their open work. */
export function DeactivateDialog({ open, onClose, member }: Props) {
  const words = usePeopleWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.deactivateTitle(member.name)} description={words.deactivateHint}>
      <Deactivate member={member} onClose={onClose} />
    </Dialog>
  )
}

function Deactivate({ member, onClose }: Omit<Props, 'open'>) {
  const words = usePeopleWords()
  const format = useNumbers()
  const [choice, choose] = useState<Choice>()
  const [heir, setHeir] = useState('')
  const agents = useRead('list_agents', {}).data?.items ?? []
  const heirs = Object.fromEntries(agents.filter(({ id }) => id !== member.id).map(({ id, name }) => [id, name]))
  const { save, error, isPending } = useSave('deactivate_member', {
    invalidates: ['list_members', 'list_agents', 'list_teams', 'list_inboxes'],
    onSaved: onClose,
    message: () => words.deactivated(member.name),
  })
  const isDecided = choice === 'hand' ? heir !== '' : choice !== undefined
  return (
    <DialogForm
      onSubmit={() => save({ member_id: member.id, ...workChoice(choice, heir) })}
      onCancel={onClose}
      submit={words.deactivate}
      busy={isPending}
      disabled={!isDecided}
      danger
      problem={error && describeError(error, 'member')}
    >
      <RadioCards<Choice>
        label={`${words.work}: ${words.open(member.open_conversations, format(member.open_conversations))}`}
        value={choice}
        onChange={choose}
        choices={{
          hand: {
            label: words.hand,
            hint: words.handHint,
            more: (
              <SelectField
                label={words.handTo}
                placeholder={words.handToPlaceholder}
                value={heir}
                choices={heirs}
                onChange={setHeir}
              />
            ),
          },
          nobody: { label: words.nobody, hint: words.nobodyHint },
          leave: { label: words.leave, hint: words.leaveHint },
        }}
      />
    </DialogForm>
  )
}

function workChoice(choice: Choice | undefined, heir: string): Omit<Input<'deactivate_member'>, 'member_id'> {
  if (choice === 'leave') return { leave: true }
  return { reassign_to: choice === 'hand' ? heir : null }
}
