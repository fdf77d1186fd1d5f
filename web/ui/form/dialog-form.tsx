import type { ReactNode } from 'react'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  onSubmit: (texts: Record<string, string>) => void
  onCancel: () => void
  /** The label of the cancel button, if it is not just "Cancel". */
  cancel?: string
  /** The label of the submit button. */
  submit: string
  busy: boolean
  disabled?: boolean
  danger?: boolean
  /** A failure that no field shows. */
  problem?: ReactNode
  children: ReactNode
}

/** The form of a dialog: a notice for failures, the fields, and the buttons to cancel and submit. */
export function DialogForm({ onSubmit, onCancel, cancel, submit, busy, disabled, danger, problem, children }: Props) {
  const { common } = useWords()
  return (
    <form noValidate onSubmit={handleSubmit(onSubmit)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="grid grid-cols-1 gap-4">
          {problem && <Notice>{problem}</Notice>}
          {children}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onCancel}>
          {cancel ?? common.cancel}
        </Button>
        <Button look={danger ? 'danger' : 'primary'} type="submit" busy={busy} {...(disabled && { disabled })}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
