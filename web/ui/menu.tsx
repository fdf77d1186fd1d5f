import type { ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { Asleep, type Trigger } from './asleep.tsx'
import { cx } from './cx.ts'

type MenuProps = {
  trigger: Trigger
  align?: 'start' | 'end'
  side?: 'bottom' | 'right' | 'top'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Menu({ trigger, align = 'end', side = 'bottom', open, onOpenChange, children }: MenuProps) {
  return (
    <Asleep {...{ trigger, open, onOpenChange }} told={{ 'aria-haspopup': 'menu' }}>
      {(state) => (
        <Base.Root {...state} onOpenChange={(next) => onOpenChange?.(next)}>
          <Base.Trigger render={trigger} />
          <Base.Portal>
            <Base.Positioner align={align} side={side} sideOffset={6} className="z-40">
              <Base.Popup className={popupClass}>{children}</Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Asleep>
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

export const popupClass = cx(
  'min-w-44 max-w-[min(20rem,var(--available-width))] max-h-(--available-height) overflow-y-auto rounded-xl p-1',
  'bg-raised text-ink shadow-raised outline-none origin-(--transform-origin) transition-[opacity,scale] duration-100',
  'data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0',
)

export const itemClass = cx(
  'flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm text-ink select-none outline-none',
  'data-highlighted:bg-hover data-disabled:opacity-55 [&_svg]:shrink-0 [&_svg]:text-ink-3 pointer-coarse:min-h-11',
)
