import type { ReactNode } from 'react'
import { Tabs } from '#web/ui/tabs.tsx'

type Props<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  sheets: Record<T, { name: ReactNode; content: ReactNode }>
}

/** The tabs of a section, below its header. */
export function Sheets<T extends string>({ label, value, onChange, sheets }: Props<T>) {
  const entries = Object.entries(sheets) as [T, Props<T>['sheets'][T]][]
  const tabs = Object.fromEntries(
    entries.map(([key, { name, content }]) => [
      key,
      { name, content: <div className="px-4 pt-5 md:px-5">{content}</div> },
    ]),
  ) as Props<T>['sheets']
  return (
    <div className="-mx-4 -mt-5 md:-mx-5">
      <Tabs label={label} value={value} onChange={onChange} tabs={tabs} />
    </div>
  )
}
