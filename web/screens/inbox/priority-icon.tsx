import { ChevronDown, ChevronsUp, ChevronUp, Equal, Minus } from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'

type Priority = Conversation['priority']

const icons = { urgent: ChevronsUp, high: ChevronUp, medium: Equal, low: ChevronDown, none: Minus }
const colours = {
  urgent: 'text-danger-text!',
  high: 'text-warn-text!',
  medium: 'text-ink-2!',
  low: 'text-ink-3!',
  none: 'text-ink-3!',
}

/** The shape differs too, for people who cannot tell the colours apart. */
export function PriorityIcon({ priority }: { priority: Priority }) {
  const Icon = icons[priority]
  return <Icon size={15} aria-hidden className={colours[priority]} />
}
