import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { itemClass, popupClass } from './classes.ts'
import { lastInput } from './last-input.ts'
import type { OpenState, Trigger } from './trigger.ts'

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
}: MenuProps & OpenState) {
  return (
    <Base.Root {...state} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={6} className="z-40">
          <MenuPopup>{children}</MenuPopup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Opened by a key, the menu begins at its first item, so that Enter chooses it. */
export function MenuPopup(props: Omit<ComponentProps<typeof Base.Popup>, 'className'>) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!lastInput.isKey()) return
    // After the menu has taken the focus itself.
    const frame = requestAnimationFrame(() => {
      if (!popup.current?.querySelector('[data-highlighted]'))
        popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return <Base.Popup {...props} ref={popup} className={popupClass} />
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

type SubProps = { icon?: ReactNode; label: ReactNode; children: ReactNode }

/** An item that opens another menu beside it. */
export const MenuSub = ({ icon, label, children }: SubProps) => (
  <Base.SubmenuRoot>
    <Base.SubmenuTrigger className={itemClass}>
      {icon}
      <span className="flex-1">{label}</span>
      <ChevronRight size={14} aria-hidden />
    </Base.SubmenuTrigger>
    <Base.Portal>
      <Base.Positioner sideOffset={4} alignOffset={-4} className="z-40">
        <Base.Popup className={popupClass}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.SubmenuRoot>
)

type ChoiceProps<T extends string> = {
  label: string
  value: T
  choices: Record<T, ReactNode>
  onChange: (value: T) => void
  closes?: boolean
}

/** A radio group inside a menu. */
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
