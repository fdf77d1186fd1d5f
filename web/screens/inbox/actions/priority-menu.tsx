import { ChevronsUp, ChevronUp, Equal, Minus, ChevronDown } from 'lucide-react'
import type { Conversation } from '#contract/records/conversation.ts'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { FactButton } from './fact-button.tsx'
import type { Acts } from './use-acts.ts'

type Priority = Conversation['priority']
type Props = { conversation: Conversation; acts: Acts; open: boolean; onOpenChange: (open: boolean) => void }

export function PriorityMenu({ conversation: { priority }, acts, ...popup }: Props) {
  const { priority: words } = useThreadWords()
  const choices = Object.fromEntries(
    (Object.keys(icons) as Priority[]).map((each) => [
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
        onChange={(next) => next !== priority && acts.setPriority(next)}
      />
    </Menu>
  )
}

const icons = { urgent: ChevronsUp, high: ChevronUp, medium: Equal, low: ChevronDown, none: Minus }
const colours = {
  urgent: 'text-danger-text!',
  high: 'text-warn-text!',
  medium: 'text-ink-2!',
  low: 'text-ink-3!',
  none: 'text-ink-3!',
}

/** The shape says it too, for whoever does not tell the colours apart. */
export function PriorityIcon({ priority }: { priority: Priority }) {
  const Icon = icons[priority]
  return <Icon size={15} aria-hidden className={colours[priority]} />
}
