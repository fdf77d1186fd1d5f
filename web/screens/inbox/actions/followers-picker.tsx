import { Eye } from 'lucide-react'
import { useAct } from '#web/query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { MultiPicker } from '#web/ui/picker.tsx'
import type { Detail } from '#web/screens/inbox/thread/use-messages.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { FactButton } from './fact-button.tsx'
import { usePeople } from './use-people.ts'

type Props = { detail: Detail; open: boolean; onOpenChange: (open: boolean) => void }

/** Who is told what happens here, besides who has it. */
export function FollowersPicker({ detail: { id: conversation_id, url, participants }, ...popup }: Props) {
  const { followers: words } = useThreadWords()
  const { agents } = usePeople()
  const set = useAct('set_participants', {
    refreshes: ['list_participants'],
    foresees: ({ participants: ids }) => {
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
          hotkey="f"
          icon={<Eye size={14} aria-hidden />}
        >
          {names}
        </FactButton>
      }
    />
  )
}
