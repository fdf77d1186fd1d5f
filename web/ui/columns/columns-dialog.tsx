import { useState } from 'react'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { ColumnsDialogProps } from './columns-form.tsx'

const ColumnsForm = lazyComponent(async () => (await import('./columns-form.tsx')).ColumnsForm)

/** Chooses the columns of a list; loaded when it is first opened. */
export function ColumnsDialog(props: ColumnsDialogProps) {
  const [hasOpened, setHasOpened] = useState(props.open)
  if (props.open && !hasOpened) setHasOpened(true)
  return hasOpened ? <ColumnsForm {...props} /> : null
}
