import { useQueryClient } from '@tanstack/react-query'
import { channelCapabilities, type Channel } from '#contract/channels.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { patchMessage } from './cached-messages.ts'
import type { ThreadMessage } from './group-messages.ts'
import type { ThreadWords } from './words.es.ts'
import { useThreadWords } from './words.ts'

type Props = { message: ThreadMessage | undefined; channel: Channel; onClose: () => void }

export function DeleteMessage({ message, channel, onClose }: Props) {
  const { thread: words } = useThreadWords()
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const remove = useAct('delete_message', {
    onSuccess: (erased) => {
      patchMessage(client, account_id, erased)
      onClose()
    },
  })
  return (
    <Confirm
      open={message !== undefined}
      onClose={onClose}
      title={words.deleteTitle}
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => message && remove.mutate({ message_id: message.id })}
    >
      {words.deleteWarning} {message && deletedFor(message, channel, words)}
    </Confirm>
  )
}

/** Whether the customer's copy is deleted too. */
function deletedFor({ direction, private: isPrivate }: ThreadMessage, channel: Channel, words: ThreadWords['thread']) {
  if (direction === 'incoming' || isPrivate) return undefined
  return channelCapabilities[channel].deletions ? words.deletedForCustomer : words.keptByCustomer
}
