import { lazyDialog } from '#web/ui/popup/load-popups.tsx'

/** Asks for confirmation before something that cannot be undone. */
export const Confirm = lazyDialog(({ Confirm }) => Confirm)
