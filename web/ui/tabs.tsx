import type { ReactNode } from 'react'
import { Tabs as Base } from '@base-ui/react/tabs'

type Props<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: Record<T, { name: ReactNode; content: ReactNode }>
}

/** Tabs, one of which is shown. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: Props<T>) {
  const entries = Object.entries(tabs) as [T, Props<T>['tabs'][T]][]
  return (
    <Base.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <Base.List aria-label={label} className="flex gap-4 overflow-x-auto border-b border-line px-4 md:px-5">
        {entries.map(([key, { name }]) => (
          <Base.Tab
            key={key}
            value={key}
            className="-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium whitespace-nowrap
              text-ink-2 hover:text-ink data-active:border-accent data-active:text-accent-text pointer-coarse:h-12"
          >
            {name}
          </Base.Tab>
        ))}
      </Base.List>
      {entries.map(([key, { content }]) => (
        <Base.Panel key={key} value={key} className="outline-none">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
