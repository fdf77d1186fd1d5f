import { UserX } from '#web/ui/icons.ts'
import { useRead } from '#web/app/query.ts'
import type { Trigger } from '#web/ui/popup/trigger.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Picker } from '#web/ui/picker.tsx'
import type { Agent } from './deal-actions.ts'
import { useDrawerWords } from './words.ts'

type Props = {
  trigger: Trigger
  value: string | null
  onPick: (agent: Agent | null) => void
  /** Leads may have no owner. */
  isOptional?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const NOBODY = 'nobody'

export function OwnerPicker({ value, onPick, isOptional, ...props }: Props) {
  const { owner: words, nobody } = useDrawerWords()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const people = agents.map(({ id, name }) => ({ id, name, icon: <Avatar name={name} size="sm" /> }))
  const none = { id: NOBODY, name: nobody, icon: <UserX size={16} aria-hidden className="mx-1.5" /> }
  return (
    <Picker
      {...props}
      label={words.find}
      nothing={words.nobody}
      choices={isOptional ? [...people, none] : people}
      value={value ?? NOBODY}
      onPick={(id) => onPick(agents.find((each) => each.id === id) ?? null)}
    />
  )
}
