import type { FormEventHandler, ReactNode } from 'react'
import { useWords } from '#web/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

type Props = {
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  submit: string
  busy: boolean
  isReady?: boolean
  children: ReactNode
}

/** The form of a window: fields in two columns, and the way out below. */
export function FormFrame({ onSubmit, onClose, submit, busy, isReady = true, children }: Props) {
  const { common } = useWords()
  return (
    <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">{children}</div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" busy={busy} disabled={!isReady}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
