import { useQueryClient } from '@tanstack/react-query'
import { channelCapabilities, type Channel } from '#contract/channels.ts'
import { useAccount } from '#web/app/session.ts'
import { patchMessage } from './cached-messages.ts'
import type { ThreadMessage } from './group-messages.ts'
import type { ThreadWords } from './words.es.ts'
import { useThreadWords } from './words.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'

type Props = { message: ThreadMessage | undefined; channel: Channel; onClose: () => void }

export function DeleteMessage({ message, channel, onClose }: Props) {
  const { thread: words } = useThreadWords()
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  return (
    <DeleteDialog
      record={message}
      onClose={onClose}
      onDeleted={(erased) => patchMessage(client, account_id, erased)}
      operation="delete_message"
      input={({ id }) => ({ message_id: id })}
      invalidates={[]}
      words={{ deleteTitle: () => words.deleteTitle, delete: words.delete }}
    >
      {(shown) => (
        <>
          {words.deleteWarning} {deletedFor(shown, channel, words)}
        </>
      )}
    </DeleteDialog>
  )
}

/** Whether the customer's copy is deleted too. */
function deletedFor({ direction, private: isPrivate }: ThreadMessage, channel: Channel, words: ThreadWords['thread']) {
  if (direction === 'incoming' || isPrivate) return undefined
  return channelCapabilities[channel].deletions ? words.deletedForCustomer : words.keptByCustomer
}
