import { useId, type ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { preference } from '#web/ui/preference.ts'

type Props = { name: string; of: keyof typeof groups; aside?: ReactNode; children: ReactNode }

const foldable = (name: string, first: 'open' | 'closed') =>
  preference(`hilo.inbox.${name}`, ['open', 'closed'] as const, () => first)

/** Which groups are unfolded is remembered. */
export const groups = {
  views: foldable('views', 'open'),
  inboxes: foldable('inboxes', 'open'),
  teams: foldable('teams', 'closed'),
  labels: foldable('labels', 'closed'),
}

/** Folders of a kind, under a heading that unfolds them. */
export function FolderGroup({ name, of, aside, children }: Props) {
  const id = useId()
  const isOpen = groups[of].use() === 'open'
  return (
    <div className="mt-3">
      <div className="flex items-center gap-1 pr-1">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => groups[of].set(isOpen ? 'closed' : 'open')}
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
