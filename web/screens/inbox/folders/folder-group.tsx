import { useId, type ReactNode } from 'react'
import { ChevronRight } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { preference } from '#web/ui/preference.ts'

type Props = { name: string; of: keyof typeof groupStates; aside?: ReactNode; children: ReactNode }

const groupState = (name: string, first: 'open' | 'closed') =>
  preference(`hilo.inbox.${name}`, ['open', 'closed'] as const, () => first)

/** Whether each group is open; remembered in the browser. */
export const groupStates = {
  views: groupState('views', 'open'),
  inboxes: groupState('inboxes', 'open'),
  teams: groupState('teams', 'closed'),
  labels: groupState('labels', 'closed'),
}

/** A collapsible group of folders. */
export function FolderGroup({ name, of, aside, children }: Props) {
  const id = useId()
  const isOpen = groupStates[of].use() === 'open'
  return (
    <div className="mt-3">
      <div className="flex items-center gap-1 pr-1">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => groupStates[of].set(isOpen ? 'closed' : 'open')}
            className="flex h-7 w-full items-center gap-1 rounded-md px-2 text-xs font-semibold text-ink-3 hover:text-ink
              pointer-coarse:h-10"
          >
            <ChevronRight size={14} aria-hidden className={cx('transition-transform', isOpen && 'rotate-90')} />
            {name}
          </button>
        </h2>
        {aside}
      </div>
      <ul id={id} hidden={!isOpen}>
        {isOpen && children}
      </ul>
    </div>
  )
}
