import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useNumbers } from '#web/app/format/numbers.ts'
import type { ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/app/session.ts'
import { cx } from '#web/ui/cx.ts'

type Props = {
  icon: ReactNode
  name: string
  /** The filters of the folder. */
  target: ConversationFilters
  isCurrent: boolean
  count?: number | undefined
  /** Replaces the count on hover. */
  menu?: ReactNode
  onNavigate?: (() => void) | undefined
}

/** A link to a folder, with its number of conversations. */
export function FolderLink({ icon, name, target, isCurrent, count = 0, menu, onNavigate }: Props) {
  const { id: account_id } = useAccount()
  const format = useNumbers()
  const { folders: words } = useInboxWords()
  return (
    <li className="group/folder relative flex items-center">
      <Link
        to="/app/$account_id/conversations"
        params={{ account_id }}
        search={target}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onNavigate}
        activeOptions={{ exact: true, includeSearch: true }}
        className={cx(linkClass, isCurrent && 'bg-accent-soft! text-accent-text! [&_svg]:text-accent-text!')}
      >
        {icon}
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {count > 0 && (
          <span
            className={cx(
              'text-xs tabular-nums',
              isCurrent ? 'text-accent-text' : 'text-ink-3',
              Boolean(menu) && 'group-focus-within/folder:invisible group-hover/folder:invisible pointer-coarse:mr-9',
            )}
          >
            {format(count)}
            <span className="sr-only"> {words.conversations}</span>
          </span>
        )}
      </Link>
      {menu}
    </li>
  )
}

const linkClass = cx(
  'flex h-8 min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2.5 text-sm font-medium text-ink-2 select-none',
  'transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11 [&_svg]:shrink-0 [&_svg]:text-ink-3',
)
