import { useQueryClient } from '@tanstack/react-query'
import type { Message } from '#contract/records/conversation.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { patchMessage } from './cached-messages.ts'

/** Sets or removes the user's reaction to a message. */
export function useReact(message_id: string) {
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const onSuccess = (message: Message) => patchMessage(client, account_id, message)
  const set = useAct('set_reaction', { onSuccess })
  const remove = useAct('remove_reaction', { onSuccess })
  return {
    set: (emoji: string) => set.mutate({ message_id, emoji }),
    remove: () => remove.mutate({ message_id }),
  }
}
