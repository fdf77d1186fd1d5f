import { popupPart } from '#web/ui/popup/load-popups.tsx'
import type { MenuProps, MenuChoice as Choice } from '#web/ui/popup/menu.tsx'
import { LazyPopup } from './lazy-popup.tsx'

export function Menu(props: MenuProps) {
  const { trigger, open, onOpenChange } = props
  return (
    <LazyPopup {...{ trigger, open, onOpenChange }} triggerProps={{ 'aria-haspopup': 'menu' }}>
      {(popups, state) => <popups.Menu {...props} {...state} />}
    </LazyPopup>
  )
}

export const MenuItem = popupPart(({ MenuItem }) => MenuItem)
export const MenuChoice = popupPart(({ MenuChoice }) => MenuChoice) as typeof Choice
export const MenuLine = popupPart(({ MenuLine }) => MenuLine)
export const MenuSub = popupPart(({ MenuSub }) => MenuSub)
