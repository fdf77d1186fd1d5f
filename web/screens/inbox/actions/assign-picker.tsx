import { UserRound } from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { useSession } from '#web/app/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { Choice } from '#web/ui/popup/picker.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { FactButton } from './fact-button.tsx'
import { usePeople } from './use-people.ts'
import type { Actions } from './use-actions.ts'

type Props = { conversation: Conversation; actions: Actions; open: boolean; onOpenChange: (open: boolean) => void }

const NOBODY = 'nobody'

/** Assigns the conversation. The current user comes first, then agents by availability. */
export function AssignPicker({ conversation: { assignee }, actions, ...popup }: Props) {
  const { assign: words } = useThreadWords()
  const { user } = useSession()
  const { agents } = usePeople()
  const ranked = agents.toSorted((a, b) => rank(a, user.id) - rank(b, user.id))
  const choices: Choice[] = [
    ...(assignee ? [{ id: NOBODY, name: words.nobody, icon: <UserRound size={16} aria-hidden /> }] : []),
    ...ranked.map(({ id, name, availability }) => ({
      id,
      name,
      icon: <Avatar name={name} size="sm" />,
      hint: id === user.id ? words.me : words[availability],
    })),
  ]
  const pick = (id: string) => {
    if (id === assignee?.id) return
    actions.assign(agents.find((agent) => agent.id === id) ?? null)
  }
  return (
    <Picker
      {...popup}
      label={words.label}
      nothing={words.nothing}
      choices={choices}
      value={assignee?.id ?? null}
      onPick={pick}
      trigger={
        <FactButton
          label={words.change(assignee?.name ?? words.nobody)}
          hotkey="a"
          icon={assignee ? <Avatar name={assignee.name} size="xs" /> : <UserRound size={14} aria-hidden />}
        >
          {assignee?.name ?? words.nobody}
        </FactButton>
      }
    />
  )
}

const presence = { online: 1, busy: 2, offline: 3 }

function rank({ id, availability }: { id: string; availability: keyof typeof presence }, me: string) {
  return id === me ? 0 : presence[availability]
}
