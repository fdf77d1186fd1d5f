import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLast } from '#web/ui/use-last.ts'

type Props<T> = {
  /** The record to edit, `'new'` to create one, or undefined while the dialog is closed. */
  edited: T | 'new' | undefined
  onClose: () => void
  title: (record: T | undefined) => string
  wide?: boolean
  /** Renders the form; the record is undefined for a new one. */
  children: (record: T | undefined) => ReactNode
}

/** One dialog for creating and editing a record. It keeps showing the last record while it closes. */
export function EditDialog<T extends object>({ edited, onClose, title, wide = false, children }: Props<T>) {
  const last = useLast(edited)
  const record = last === 'new' ? undefined : last
  return (
    <Dialog open={edited !== undefined} onClose={onClose} title={title(record)} wide={wide}>
      {last && children(record)}
    </Dialog>
  )
}
