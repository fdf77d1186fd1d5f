import type { ReactNode } from 'react'

type Props = { title: string; aside?: ReactNode; children: ReactNode }

/** A titled part of the profile. */
export const Section = ({ title, aside, children }: Props) => (
  <section className="border-t border-line px-5 py-4">
    <div className="mb-1 flex min-h-7 items-center justify-between gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {aside}
    </div>
    {children}
  </section>
)

type RowProps = { name: ReactNode; children: ReactNode; aside?: ReactNode }

/** A name at the left, a value at the right. With a mouse, what can be done with it shows when pointed at. */
export const Row = ({ name, children, aside }: RowProps) => (
  <div className="group/row relative flex items-start gap-1">
    <span className="w-25 shrink-0 truncate py-1 text-sm leading-5.5 text-ink-3" aria-hidden>
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
