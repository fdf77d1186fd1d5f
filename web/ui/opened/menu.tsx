import type { ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { Opened, Trigger } from '#web/ui/asleep.tsx'
import { cx } from '#web/ui/cx.ts'
import { itemClass, popupClass } from '#web/ui/menu.tsx'

export type MenuProps = {
  trigger: Trigger
  align?: 'start' | 'end'
  side?: 'bottom' | 'right' | 'top'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Menu({
  trigger,
  align = 'end',
  side = 'bottom',
  onOpenChange,
  children,
  ...state
}: MenuProps & Opened) {
  return (
    <Base.Root {...state} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={6} className="z-40">
          <Base.Popup className={popupClass}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = { icon?: ReactNode; danger?: boolean; onSelect: () => void; children: ReactNode }

export function MenuItem({ icon, danger, onSelect, children }: ItemProps) {
  return (
    <Base.Item onClick={onSelect} className={cx(itemClass, danger && 'text-danger-text! [&_svg]:text-danger-text')}>
      {icon}
      {children}
    </Base.Item>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  value: T
  choices: Record<T, ReactNode>
  onChange: (value: T) => void
  closes?: boolean
}

/** One of a few, inside a menu. */
export function MenuChoice<T extends string>({ label, value, choices, onChange, closes = false }: ChoiceProps<T>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: T) => onChange(next)}>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">{label}</Base.GroupLabel>
      {(Object.entries(choices) as [T, ReactNode][]).map(([choice, text]) => (
        <Base.RadioItem key={choice} value={choice} closeOnClick={closes} className={itemClass}>
          <span className="flex flex-1 items-center gap-2">{text}</span>
          <Base.RadioItemIndicator>
            <Check size={15} aria-hidden className="text-accent-text!" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export const MenuLine = () => <Base.Separator className="-mx-1 my-1 h-px bg-line" />
