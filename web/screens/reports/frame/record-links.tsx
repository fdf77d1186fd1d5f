import { Link } from '@tanstack/react-router'
import { useAccount } from '#web/session.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

/** The way from a figure to what it counts. */
export function ConversationLink({ id, name }: { id: string; name: string }) {
  const words = useReportWords()
  const { id: account_id } = useAccount()
  return (
    <Link
      to="/app/$account_id/conversations/$conversation_id"
      params={{ account_id, conversation_id: id }}
      aria-label={words.openConversation(name)}
      className={linkClass}
    >
      {name}
    </Link>
  )
}

export function LeadLink({ id, name }: { id: string; name: string }) {
  const { id: account_id } = useAccount()
  return (
    <Link to="/app/$account_id/leads/$lead_id" params={{ account_id, lead_id: id }} className={linkClass}>
      {name}
    </Link>
  )
}

export const linkClass =
  'inline-block max-w-52 truncate rounded align-middle font-medium text-ink hover:text-accent-text hover:underline pointer-coarse:py-2'
