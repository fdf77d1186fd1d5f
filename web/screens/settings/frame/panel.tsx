import type { ReactNode } from 'react'

type Props = { title: string; hint?: ReactNode; aside?: ReactNode; children?: ReactNode }

/** A titled card of a section. */
export const Panel = ({ title, hint, aside, children }: Props) => (
  <section className="mb-5 rounded-xl bg-surface ring-1 ring-line">
    <div className="flex items-start justify-between gap-x-4 gap-y-2 px-4 max-sm:flex-wrap pt-4 last:pb-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-base font-semibold">{title}</h2>
        {hint && <p className="mt-0.5 text-sm text-pretty text-ink-2">{hint}</p>}
      </div>
      {aside}
    </div>
    {children && <div className="px-4 pt-3 pb-4 sm:px-5">{children}</div>}
  </section>
)
