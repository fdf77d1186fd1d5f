import type { ReactNode } from 'react'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DialogFooter } from '#web/ui/dialog.tsx'
import { backdropClass, viewportClass, windowClass } from './classes.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** The label of the button that keeps everything, if it is not just "Cancel". */
  cancel?: string
  confirm: string
  busy?: boolean
  onConfirm: () => void
}

export function Confirm({ open, onClose, title, children, cancel, confirm, busy = false, onConfirm }: Props) {
  const { common } = useWords()
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={backdropClass} />
        <AlertDialog.Viewport className={viewportClass}>
          <AlertDialog.Popup className={cx(windowClass, 'sm:max-w-md')}>
            <div className="px-5 pt-5 pb-5">
              <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
              <AlertDialog.Description className="mt-1 text-base text-ink-2">{children}</AlertDialog.Description>
            </div>
            <DialogFooter>
              <AlertDialog.Close render={<Button look="outline" />}>{cancel ?? common.cancel}</AlertDialog.Close>
              <Button look="danger" busy={busy} onClick={onConfirm}>
                {confirm}
              </Button>
            </DialogFooter>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
