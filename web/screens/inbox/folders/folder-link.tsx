import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useNumbers } from '#web/numbers.ts'
import type { Kept } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'

type Props = {
  icon: ReactNode
  name: string
  /** What the list shows there. */
  leads: Kept
  isHere: boolean
  count?: number | undefined
  /** Stands at the end, over the count, when pointed at. */
  acts?: ReactNode
  onGo?: (() => void) | undefined
}

/** The way to a folder, and how many wait there. */
export function FolderLink({ icon, name, leads, isHere, count = 0, acts, onGo }: Props) {
  const { id: account_id } = useAccount()
  const format = useNumbers()
  const { folders: words } = useInboxWords()
  return (
    <li className="group/folder relative flex items-center">
      <Link
        to="/app/$account_id/conversations"
        params={{ account_id }}
        search={leads}
        aria-current={isHere ? 'page' : undefined}
        onClick={onGo}
        activeOptions={{ exact: true, includeSearch: true }}
        className={cx(linkClass, isHere && 'bg-accent-soft! text-accent-text! [&_svg]:text-accent-text!')}
      >
        {icon}
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {count > 0 && (
          <span
            className={cx(
              'text-xs tabular-nums',
              isHere ? 'text-accent-text' : 'text-ink-3',
              Boolean(acts) && 'group-focus-within/folder:invisible group-hover/folder:invisible pointer-coarse:mr-9',
            )}
          >
            {format(count)}
            <span className="sr-only"> {words.counted}</span>
          </span>
        )}
      </Link>
      {acts}
    </li>
  )
}

const linkClass = cx(
  'flex h-8 min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2.5 text-sm font-medium text-ink-2 select-none',
  'transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11 [&_svg]:shrink-0 [&_svg]:text-ink-3',
)
