import { Link } from '@tanstack/react-router'
import { useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { CircleAlert } from '#web/ui/icons.ts'

/** Tells administrators on every screen that a channel needs attention, and leads to its connection. */
export function ConnectionBar() {
  const { shell } = useWords()
  const { id: account_id, role } = useAccount()
  const { data } = useRead('list_inboxes', {}, { enabled: role === 'administrator' })
  const broken = data?.items.filter(({ connection }) => connection?.state === 'needs_attention') ?? []
  const [first, ...others] = broken
  return (
    <div role="status">
      {first && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 bg-danger-soft px-4 py-1.5 text-sm text-danger-text">
          <CircleAlert size={15} aria-hidden className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{shell.brokenChannels(first.name, others.length)}</span>
          {others.length === 0 ? (
            <Link
              to="/app/$account_id/settings/inboxes/$inbox_id"
              params={{ account_id, inbox_id: first.id }}
              search={{ tab: 'connection' }}
              className="font-medium underline underline-offset-2"
            >
              {shell.reviewConnection}
            </Link>
          ) : (
            <Link
              to="/app/$account_id/settings/inboxes"
              params={{ account_id }}
              className="font-medium underline underline-offset-2"
            >
              {shell.reviewConnections}
            </Link>
          )}
        </p>
      )}
    </div>
  )
}
