import type { ReactNode } from 'react'

type Props = {
  title: string
  /** A back link before the title. */ back?: ReactNode
  aside?: ReactNode
  children?: ReactNode
}

/** The header of a screen: title and actions. */
export const PageHeader = ({ title, back, aside, children }: Props) => (
  <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 md:px-5">
    {back}
    <h1 className="min-w-0 truncate text-lg font-semibold">{title}</h1>
    {aside}
    <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2">{children}</div>
  </header>
)
