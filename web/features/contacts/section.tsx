import { useId, type ReactNode } from 'react'
import { ChevronDown } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { useCollapsed } from '#web/ui/use-collapsed.ts'

type Props = {
  title: string
  /** Shown after the title. */
  count?: number | undefined
  aside?: ReactNode
  /** Makes the section collapsible; its state is remembered under this key. */
  storageKey?: string
  initially?: 'open' | 'closed'
  children: ReactNode
}

/** A titled section of the profile. */
export function Section({ storageKey, initially: usually, ...props }: Props) {
  return storageKey ? (
    <CollapsibleSection name={storageKey} initially={usually ?? 'open'} {...props} />
  ) : (
    <PlainSection {...props} />
  )
}

const PlainSection = ({ title, aside, children }: Props) => (
  <section className={sectionClass}>
    <div className="mb-1 flex min-h-7 items-center justify-between gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {aside}
    </div>
    {children}
  </section>
)

/** A collapsed section does not render its content, so it requests nothing from the server. */
function CollapsibleSection({ name, initially: usually, title, count, aside, children }: CollapsibleProps) {
  const [isOpen, turn] = useCollapsed(name, usually)
  const id = useId()
  return (
    <section className={sectionClass}>
      <div className="flex min-h-7 items-center justify-between gap-2 pointer-coarse:min-h-10">
        <h3 className="min-w-0">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={turn}
            className="-ml-1.5 flex max-w-[calc(100%+0.375rem)] min-h-7 items-center gap-1.5 rounded-md px-1.5 text-sm font-semibold hover:bg-hover
              pointer-coarse:min-h-10"
          >
            <ChevronDown size={14} aria-hidden className={cx('shrink-0 text-ink-3', !isOpen && '-rotate-90')} />
            <span className="min-w-0 truncate">{title}</span>
            {Boolean(count) && <span className="font-normal text-ink-3 tabular-nums">{count}</span>}
          </button>
        </h3>
        {isOpen && aside}
      </div>
      {isOpen && (
        <div id={id} className="pt-1">
          {children}
        </div>
      )}
    </section>
  )
}

type CollapsibleProps = Omit<Props, 'storageKey'> & { name: string; initially: 'open' | 'closed' }

const sectionClass = 'border-t border-line px-5 py-3 @max-[22rem]:px-4'

type RowProps = { name: ReactNode; children: ReactNode; aside?: ReactNode }

/** A name at the left and a value at the right. With a mouse, `aside` appears on hover. */
export const Row = ({ name, children, aside }: RowProps) => (
  <div className="group/row relative flex items-start gap-1">
    <span className="w-25 shrink-0 truncate @max-[22rem]:w-20 py-1 text-sm leading-5.5 text-ink-3" aria-hidden>
      {name}
    </span>
    <div className="min-w-0 flex-1">{children}</div>
    {aside && (
      <span
        className="flex rounded-md bg-hover pointer-fine:absolute pointer-fine:right-0 pointer-fine:opacity-0
          group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:bg-transparent"
      >
        {aside}
      </span>
    )}
  </div>
)

/** Shown in a section without content. */
export const EmptyLine = ({ children }: { children: ReactNode }) => (
  <p className="py-1 text-sm text-ink-3">{children}</p>
)
