import { Link } from '@tanstack/react-router'
import { unmarked } from '#contract/channels.ts'
import type { Profile } from '#web/app/api.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { useAccount } from '#web/app/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyLine, Section } from './section.tsx'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useContactWords } from './words.ts'

type PastConversation = Profile['conversations'][number]
type Props = { title: string; nothing: string; conversations: PastConversation[] | undefined; storageKey: string }

const tones = { open: 'accent', pending: 'warn', snoozed: 'plain', resolved: 'good' } as const

/** A contact's conversations with their status. */
export function PastConversations({ title, nothing, conversations, storageKey }: Props) {
  return (
    <Section title={title} count={conversations?.length} storageKey={storageKey}>
      {!conversations && <Skeleton className="my-2 h-9 w-full rounded-lg!" />}
      {conversations?.length === 0 && <EmptyLine>{nothing}</EmptyLine>}
      <ul className="-mx-2 empty:hidden">
        {conversations?.map((conversation) => (
          <Conversation key={conversation.id} conversation={conversation} />
        ))}
      </ul>
    </Section>
  )
}

function Conversation({ conversation }: { conversation: PastConversation }) {
  const { conversations: words } = useContactWords()
  const { statuses } = useConversationWords()
  const { id: account_id } = useAccount()
  const { id: conversation_id, status, inbox, channel, last_message, last_activity_at } = conversation
  const preview = last_message && unmarked(last_message.preview, last_message, channel)
  return (
    <li>
      <Link
        to="/app/$account_id/conversations/$conversation_id"
        params={{ account_id, conversation_id }}
        className="block rounded-lg px-2 py-1.5 hover:bg-hover"
      >
        <span className="flex items-center gap-2 text-xs text-ink-3">
          <span className="min-w-0 flex-1 truncate">{inbox.name}</span>
          <TimeAgo at={last_activity_at} className="whitespace-nowrap" />
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm">{preview || words.empty}</span>
          <Badge tone={tones[status]}>{statuses[status]}</Badge>
        </span>
      </Link>
    </li>
  )
}
