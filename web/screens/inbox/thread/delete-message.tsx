import { useQueryClient } from '@tanstack/react-query'
import { useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { fileMessage } from './filing.ts'
import type { Shown } from './grouping.ts'
import { useThreadWords } from './words.ts'

type Props = { message: Shown | undefined; onClose: () => void }

export function DeleteMessage({ message, onClose }: Props) {
  const { common } = useWords()
  const { thread: words } = useThreadWords()
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const remove = useAct('delete_message', {
    onSuccess: (erased) => {
      fileMessage(client, account_id, erased)
      onClose()
    },
  })
  return (
    <Confirm
      open={message !== undefined}
      onClose={onClose}
      title={words.deleteTitle}
      cancel={common.cancel}
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => message && remove.mutate({ message_id: message.id })}
    >
      {words.deleteWarning}
    </Confirm>
  )
}
