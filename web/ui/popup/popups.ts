import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { Hint } from './hint.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuSub } from './menu.tsx'
import { MultiPicker, Picker } from './picker.tsx'
import { Popover } from './popover.tsx'
import { Toaster, toasts } from './toaster.tsx'

/** The components of one chunk, fetched together when something first opens. */
export const popups = {
  Confirm,
  Dialog,
  Drawer,
  Hint,
  Menu,
  MenuChoice,
  MenuItem,
  MenuLine,
  MenuSub,
  MultiPicker,
  Picker,
  Popover,
  Toaster,
  toasts,
}
