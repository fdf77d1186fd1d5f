import { useState } from 'react'
import type { Member } from '#contract/records/people.ts'
import type { Input } from '#web/app/api.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
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
  const { common } = useWords()
  const words = usePeopleWords()
  const format = useNumbers()
  const [choice, choose] = useState<Choice>()
  const [heir, setHeir] = useState('')
  const agents = useRead('list_agents', {}).data?.items ?? []
  const heirs = Object.fromEntries(agents.filter(({ id }) => id !== member.id).map(({ id, name }) => [id, name]))
  const deactivate = useAct('deactivate_member', {
    silent: true,
    invalidates: ['list_members', 'list_agents', 'list_teams', 'list_inboxes'],
    onSuccess: () => {
      onClose()
      toast.good(words.deactivated(member.name))
    },
  })
  const isDecided = choice === 'hand' ? heir !== '' : choice !== undefined
  const send = () => deactivate.mutate({ member_id: member.id, ...workChoice(choice, heir) })

  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          {deactivate.error && <Notice>{describeError(deactivate.error, 'member')}</Notice>}
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
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="danger" disabled={!isDecided} busy={deactivate.isPending} onClick={send}>
          {words.deactivate}
        </Button>
      </DialogFooter>
    </>
  )
}

function workChoice(choice: Choice | undefined, heir: string): Omit<Input<'deactivate_member'>, 'member_id'> {
  if (choice === 'leave') return { leave: true }
  return { reassign_to: choice === 'hand' ? heir : null }
}
