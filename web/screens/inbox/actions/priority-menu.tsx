import type { Conversation } from '#contract/records/conversation.ts'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { priorities } from '#web/screens/inbox/conversation-filters.ts'
import { PriorityIcon } from '#web/screens/inbox/priority-icon.tsx'
import { FactButton } from './fact-button.tsx'
import type { Actions } from './use-actions.ts'

type Priority = Conversation['priority']
type Props = { conversation: Conversation; actions: Actions; open: boolean; onOpenChange: (open: boolean) => void }

export function PriorityMenu({ conversation: { priority }, actions, ...popup }: Props) {
  const { priority: words } = useThreadWords()
  const choices = Object.fromEntries(
    priorities.map((each) => [
      each,
      <span key={each} className="flex items-center gap-2">
        <PriorityIcon priority={each} />
        {words.names[each]}
      </span>,
    ]),
  ) as Record<Priority, React.ReactNode>
  return (
    <Menu
      {...popup}
      align="start"
      trigger={
        <FactButton label={words.change(words.names[priority])} hotkey="p" icon={<PriorityIcon priority={priority} />}>
          {priority !== 'none' && words.names[priority]}
        </FactButton>
      }
    >
      <MenuChoice
        closes
        label={words.label}
        value={priority}
        choices={choices}
        onChange={(next) => next !== priority && actions.setPriority(next)}
      />
    </Menu>
  )
}
