import { Link } from '@tanstack/react-router'
import type { Profile } from '#web/api.ts'
import { Ago } from '#web/parts/ago.tsx'
import { useAccount } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Nothing, Section } from '#web/screens/contacts/profile/section.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'

type Past = Profile['conversations'][number]
type Props = { title: string; nothing: string; conversations: Past[] | undefined; folds: string }

const tones = { open: 'accent', pending: 'warn', snoozed: 'plain', resolved: 'good' } as const

/** What was talked about, and how it stands. */
export function PastConversations({ title, nothing, conversations, folds }: Props) {
  return (
    <Section title={title} count={conversations?.length} folds={folds}>
      {!conversations && <Skeleton className="my-2 h-9 w-full rounded-lg!" />}
      {conversations?.length === 0 && <Nothing>{nothing}</Nothing>}
      <ul className="-mx-2 empty:hidden">
        {conversations?.map((conversation) => (
          <Conversation key={conversation.id} conversation={conversation} />
        ))}
      </ul>
    </Section>
  )
}

function Conversation({ conversation }: { conversation: Past }) {
  const { conversations: words } = useContactWords()
  const { id: account_id } = useAccount()
  const { id: conversation_id, status, inbox, last_message, last_activity_at } = conversation
  return (
    <li>
      <Link
        to="/app/$account_id/conversations/$conversation_id"
        params={{ account_id, conversation_id }}
        className="block rounded-lg px-2 py-1.5 hover:bg-hover"
      >
        <span className="flex items-center gap-2 text-xs text-ink-3">
          <span className="min-w-0 flex-1 truncate">{inbox.name}</span>
          <Ago at={last_activity_at} className="whitespace-nowrap" />
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm">{last_message?.preview || words.empty}</span>
          <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
        </span>
      </Link>
    </li>
  )
}
