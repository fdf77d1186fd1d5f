import { Eye } from '#web/ui/icons.ts'
import { useAct } from '#web/app/query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { MultiPicker } from '#web/ui/picker.tsx'
import type { Detail } from '#web/screens/inbox/thread/use-messages.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { FactButton } from './fact-button.tsx'
import { usePeople } from './use-people.ts'

type Props = { detail: Detail; open: boolean; onOpenChange: (open: boolean) => void }

/** The people who are notified about the conversation besides its assignee. */
export function FollowersPicker({ detail: { id: conversation_id, url, participants }, ...popup }: Props) {
  const { followers: words } = useThreadWords()
  const { agents } = usePeople()
  const set = useAct('set_participants', {
    invalidates: ['list_participants'],
    optimistic: ({ participants: ids }) => {
      const followers = agents.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }))
      return [{ url, participants: followers }]
    },
  })
  const names = participants.map(({ name }) => name.split(' ')[0]).join(', ')
  return (
    <MultiPicker
      {...popup}
      label={words.label}
      nothing={words.nothing}
      choices={agents.map(({ id, name }) => ({ id, name, icon: <Avatar name={name} size="sm" /> }))}
      value={participants.map(({ id }) => id)}
      onChange={(ids) => set.mutate({ conversation_id, participants: ids })}
      trigger={
        <FactButton
          label={participants.length > 0 ? `${words.open}: ${names}` : words.open}
          hotkey="w"
          icon={<Eye size={14} aria-hidden />}
        >
          {names}
        </FactButton>
      }
    />
  )
}
