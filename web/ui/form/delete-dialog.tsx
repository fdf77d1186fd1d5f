import type { ReactNode } from 'react'
import type { Input, Name } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLast } from '#web/ui/use-last.ts'

type Props<N extends Name, T> = {
  /** The record to delete, or undefined while the dialog is closed. */
  record: T | undefined
  nameOf: (record: T) => string
  onClose: () => void
  onDeleted?: (() => void) | undefined
  operation: N
  input: (record: T) => Input<N>
  invalidates: readonly Name[]
  words: {
    deleteTitle: (name: string) => string
    deleted: (name: string) => string
    /** The label of the button, if it is not just "Delete". */
    delete?: string
  }
  /** The consequences of the deletion. */
  children: ReactNode | ((record: T) => ReactNode)
}

/** Asks before deleting a record, deletes it and reports it. */
export function DeleteDialog<N extends Name, T>(props: Props<N, T>) {
  const { record, nameOf, onClose, onDeleted, operation, input, invalidates, words, children } = props
  const { common } = useWords()
  const last = useLast(record)
  const remove = useAct(operation, {
    invalidates,
    onSuccess: () => {
      onClose()
      if (last) toast.good(words.deleted(nameOf(last)))
      onDeleted?.()
    },
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
