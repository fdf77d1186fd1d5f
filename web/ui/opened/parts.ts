import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { Hint } from './hint.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from './menu.tsx'
import { MultiPicker, Picker } from './picker.tsx'
import { Popover } from './popover.tsx'
import { Toaster, toasts } from './toaster.tsx'

/** All that is fetched together once something opens. */
export const parts = {
  Confirm,
  Dialog,
  Drawer,
  Hint,
  Menu,
  MenuChoice,
  MenuItem,
  MenuLine,
  MultiPicker,
  Picker,
  Popover,
  Toaster,
  toasts,
}
