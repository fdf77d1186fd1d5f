import { Link } from '@tanstack/react-router'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import type { Deal } from '#web/features/deals/deal.ts'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'
import { Mail } from '#web/ui/icons.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'

/** The latest e-mails with the contact of a deal, newest first. */
export function useMails({ contact }: Deal): ContactTimelineEntry[] {
  const input = { contact_id: contact?.id ?? '', kinds: ['message' as const], channel: 'email' as const, limit: 100 }
  const { data } = useRead('get_contact_timeline', input, { enabled: contact !== null })
  return data?.items.filter(({ message }) => !message?.private) ?? []
}

/** An e-mail in the history of a deal; it opens its conversation. */
export function MailEntry({ mail: { about, author, message, text, occurred_at } }: { mail: ContactTimelineEntry }) {
  const { timeline: words } = useDrawerWords()
  const { id: account_id } = useAccount()
  const direction = message?.direction ?? 'incoming'
  return (
    <li className="group/entry relative flex gap-3 pb-4 last:pb-0">
      <span aria-hidden className="absolute top-7 bottom-0 left-3.5 w-px bg-line group-last/entry:hidden" />
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
        <Mail size={14} aria-hidden />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <Link
          to="/app/$account_id/conversations/$conversation_id"
          params={{ account_id, conversation_id: about?.id ?? '' }}
          className="rounded text-sm font-medium hover:underline"
        >
          {words.mails[direction]}
          {message?.subject && `: ${message.subject}`}
        </Link>
        {text && <p className="line-clamp-3 text-base wrap-anywhere whitespace-pre-line text-ink-2">{text}</p>}
        <p className="mt-0.5 text-xs text-ink-3">
          {author && <span>{words.by(author.name)} · </span>}
          <TimeAgo at={occurred_at} />
        </p>
      </div>
    </li>
  )
}
