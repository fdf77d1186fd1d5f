import { Link } from '@tanstack/react-router'
import { useAccount } from '#web/app/session.ts'
import { useGuideWords } from '#web/screens/settings/inboxes/connection/guide/words.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Opens the conversation of a test message. */
export function ConversationLink({ conversation_id }: { conversation_id: string }) {
  const { test: words } = useGuideWords()
  const { id: account_id } = useAccount()
  return (
    <Link
      to="/app/$account_id/conversations/$conversation_id"
      params={{ account_id, conversation_id }}
      className={buttonClass('outline', 'sm')}
    >
      {words.open}
    </Link>
  )
}
