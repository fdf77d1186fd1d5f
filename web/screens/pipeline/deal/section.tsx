import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = { name: string; children: ReactNode; aside?: ReactNode; wide?: boolean }

/** A label above its value. */
export const LabelledValue = ({ name, children, aside, wide }: Props) => (
  <div className={cx('min-w-0', wide && 'col-span-full')}>
    <div className="flex items-center justify-between px-2">
      <span className="text-xs text-ink-3" aria-hidden>
        {name}
      </span>
      {aside}
    </div>
    {children}
  </div>
)

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode }

/** A titled section of the drawer. */
export const Section = ({ title, aside, children }: SectionProps) => (
  <section className="py-4">
    <div className="mb-1.5 flex min-h-7 items-center justify-between gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {aside}
    </div>
    {children}
  </section>
)
