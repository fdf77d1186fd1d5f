import { Link } from '@tanstack/react-router'
import { Lock, MessageSquare, Paperclip } from '#web/ui/icons.ts'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import { useAccount } from '#web/app/session.ts'
import { cx } from '#web/ui/cx.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { TimelineItem } from './timeline-item.tsx'

const VISIBLE = 3

/** Messages of one conversation. The latest are shown; the title links to all of them. */
export function MessageGroup({ messages }: { messages: ContactTimelineEntry[] }) {
  const { timeline: words } = useContactsScreenWords()
  const { id: account_id } = useAccount()
  const [latest] = messages
  const { about, occurred_at } = latest!
  const shown = messages.slice(0, VISIBLE).toReversed()
  const earlier = messages.length - shown.length
  if (!about) return null
  return (
    <TimelineItem
      icon={MessageSquare}
      isProminent
      at={occurred_at}
      title={
        <Link
          to="/app/$account_id/conversations/$conversation_id"
          params={{ account_id, conversation_id: about.id }}
          className="font-medium text-ink hover:underline"
        >
          {words.messages(messages.length, about.name)}
        </Link>
      }
    >
      <div className="mt-1.5 space-y-1.5">
        {earlier > 0 && <p className="text-xs text-ink-3">{words.earlier(earlier)}</p>}
        {shown.map((entry) => (
          <Message key={entry.id} entry={entry} />
        ))}
      </div>
    </TimelineItem>
  )
}

function Message({ entry: { text, author, message } }: { entry: ContactTimelineEntry }) {
  const { timeline: words } = useContactsScreenWords()
  const files = message?.attachment_count ?? 0
  return (
    <div
      className={cx(
        'rounded-lg px-2.5 py-1.5 text-sm',
        message?.private ? 'bg-warn-soft' : message?.direction === 'incoming' ? 'bg-sunken' : 'bg-accent-soft',
      )}
    >
      <p className="flex items-center gap-1 text-xs font-medium text-ink-2">
        {message?.private && <Lock size={11} role="img" aria-label={words.privateNote} />}
        {author?.name}
      </p>
      {text && <p className="line-clamp-3 wrap-anywhere whitespace-pre-line">{text}</p>}
      {files > 0 && (
        <p className="flex items-center gap-1 text-xs text-ink-2">
          <Paperclip size={12} aria-hidden />
          {words.attachments(files)}
        </p>
      )}
    </div>
  )
}
