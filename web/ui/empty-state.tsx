import type { ReactNode } from 'react'

type Props = { art?: ReactNode; title: string; children?: ReactNode; actions?: ReactNode; heading?: 'h1' | 'h2' }

/** Shown when a list is empty: what belongs here and how to start. */
export const EmptyState = ({ art, title, children, actions, heading: Heading = 'h2' }: Props) => (
  <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-16 text-center">
    {art && <div className="mb-5 text-accent-text">{art}</div>}
    <Heading className="text-lg font-semibold text-balance">{title}</Heading>
    {children && <p className="mt-1 text-base text-pretty text-ink-2">{children}</p>}
    {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)
