import { Asleep } from './asleep.tsx'
import { cx } from './cx.ts'
import type { MenuProps, MenuChoice as Choice } from './opened/menu.tsx'
import { piece } from './parts.tsx'

export function Menu(props: MenuProps) {
  const { trigger, open, onOpenChange } = props
  return (
    <Asleep {...{ trigger, open, onOpenChange }} told={{ 'aria-haspopup': 'menu' }}>
      {(parts, state) => <parts.Menu {...props} {...state} />}
    </Asleep>
  )
}

export const MenuItem = piece(({ MenuItem }) => MenuItem)
export const MenuChoice = piece(({ MenuChoice }) => MenuChoice) as typeof Choice
export const MenuLine = piece(({ MenuLine }) => MenuLine)

export const popupClass = cx(
  'min-w-44 max-w-[min(20rem,var(--available-width))] max-h-(--available-height) overflow-y-auto rounded-xl p-1',
  'bg-raised text-ink shadow-raised outline-none origin-(--transform-origin) transition-[opacity,scale] duration-100',
  'data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0',
)

export const itemClass = cx(
  'flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm text-ink select-none outline-none',
  'data-highlighted:bg-hover data-disabled:opacity-55 [&_svg]:shrink-0 [&_svg]:text-ink-3 pointer-coarse:min-h-11',
)
