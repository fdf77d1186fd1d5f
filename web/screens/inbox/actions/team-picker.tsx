import { Users } from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { Picker } from '#web/ui/picker.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { FactButton } from './fact-button.tsx'
import type { Actions } from './use-actions.ts'
import { usePeople } from './use-people.ts'

type Props = { conversation: Conversation; actions: Actions; open: boolean; onOpenChange: (open: boolean) => void }

const NONE = 'none'

export function TeamPicker({ conversation: { team }, actions, ...popup }: Props) {
  const { team: words } = useThreadWords()
  const { teams } = usePeople()
  const choices = [
    ...(team ? [{ id: NONE, name: words.none }] : []),
    ...teams.map(({ id, name, members }) => ({ id, name, hint: members.map((each) => each.name).join(', ') })),
  ]
  const pick = (id: string) => {
    if (id !== team?.id) actions.setTeam(teams.find((each) => each.id === id) ?? null)
  }
  return (
    <Picker
      {...popup}
      label={words.label}
      nothing={words.nothing}
      choices={choices}
      value={team?.id ?? null}
      onPick={pick}
      trigger={
        <FactButton label={words.change(team?.name ?? words.none)} hotkey="t" icon={<Users size={14} aria-hidden />}>
          {team?.name}
        </FactButton>
      }
    />
  )
}
