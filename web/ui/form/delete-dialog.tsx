import type { ReactNode } from 'react'
import type { Input, Name, Output } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLast } from '#web/ui/use-last.ts'

type Props<N extends Name, T> = {
  /** The record to delete, or undefined while the dialog is closed. */
  record: T | undefined
  nameOf?: (record: T) => string
  onClose: () => void
  onDeleted?: ((output: Output<N>) => void) | undefined
  /** Restores the record. */
  undo?: (record: T) => void
  operation: N
  input: (record: T) => Input<N>
  invalidates: readonly Name[]
  words: {
    deleteTitle: (name: string) => string
    /** Reports the deletion, if it is not obvious. */
    deleted?: (name: string) => string
    /** The label of the button, if it is not just "Delete". */
    delete?: string
  }
  /** The consequences of the deletion. */
  children: ReactNode | ((record: T) => ReactNode)
}

/** Asks before deleting a record, deletes it and reports it. */
export function DeleteDialog<N extends Name, T>(props: Props<N, T>) {
  const { record, nameOf = () => '', onClose, onDeleted, undo, operation, input, invalidates, words, children } = props
  const { common } = useWords()
  const last = useLast(record)
  const message = last && words.deleted?.(nameOf(last))
  const remove = useAct(operation, {
    invalidates,
    onSuccess: (output) => {
      onClose()
      if (message && !undo) toast.good(message)
      onDeleted?.(output)
    },
    undo: () => (undo && last && message ? { message, revert: () => undo(last) } : undefined),
  })
  return (
    <Confirm
      open={record !== undefined}
      onClose={onClose}
      title={words.deleteTitle(last ? nameOf(last) : '')}
      confirm={words.delete ?? common.delete}
      busy={remove.isPending}
      onConfirm={() => record && remove.mutate(input(record))}
    >
      {typeof children === 'function' ? last && children(last) : children}
    </Confirm>
  )
}
