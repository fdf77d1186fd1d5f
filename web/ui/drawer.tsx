import { lazyDialog } from '#web/ui/popup/load-popups.tsx'

/** A sheet over the page from the right; on a phone it fills the screen. */
export const Drawer = lazyDialog(({ Drawer }) => Drawer)
