import type { ReactNode } from 'react'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'
import { itemClass, popupClass } from './menu.tsx'

type Props<T extends string> = {
  label: string
  value: T
  choices: Record<T, string>
  onChange: (value: T) => void
  icon?: ReactNode
  /** Set when the choice differs from the usual one, so that it stands out. */
  marked?: boolean
}

export function Select<T extends string>({ label, value, choices, onChange, icon, marked }: Props<T>) {
  return (
    <Base.Root items={choices} value={value} onValueChange={(next) => next && onChange(next)}>
      <Base.Trigger
        aria-label={label}
        className={cx(buttonClass('outline'), 'font-normal', marked && 'bg-accent-soft! text-accent-text!')}
      >
        {icon}
        <Base.Value />
        <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} align="start" sideOffset={4} className="z-40">
          <Base.Popup className={popupClass}>
            <Base.List>
              {(Object.entries(choices) as [T, string][]).map(([choice, text]) => (
                <Base.Item key={choice} value={choice} className={itemClass}>
                  <Base.ItemText className="flex-1">{text}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check size={15} aria-hidden className="text-accent-text" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
