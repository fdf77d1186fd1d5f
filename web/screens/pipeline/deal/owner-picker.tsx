import { UserX } from 'lucide-react'
import { useRead } from '#web/query.ts'
import type { Trigger } from '#web/ui/asleep.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Picker } from '#web/ui/picker.tsx'
import type { Agent } from './deal-acts.ts'
import { useDealWords } from './words.ts'

type Props = {
  trigger: Trigger
  value: string | null
  onPick: (agent: Agent | null) => void
  /** A lead can be nobody's. */
  mayBeNobody?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const NOBODY = 'nobody'

/** One of those who answer customers. */
export function OwnerPicker({ value, onPick, mayBeNobody, ...props }: Props) {
  const { owner: words, nobody } = useDealWords()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const people = agents.map(({ id, name }) => ({ id, name, icon: <Avatar name={name} size="sm" /> }))
  const none = { id: NOBODY, name: nobody, icon: <UserX size={16} aria-hidden className="mx-1.5" /> }
  return (
    <Picker
      {...props}
      label={words.find}
      nothing={words.nobody}
      choices={mayBeNobody ? [...people, none] : people}
      value={value ?? NOBODY}
      onPick={(id) => onPick(agents.find((each) => each.id === id) ?? null)}
    />
  )
}
