import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import type { ThreadMessage } from '#web/screens/inbox/thread/group-messages.ts'
import { cachedMessages, patchMessage } from '#web/screens/inbox/thread/cached-messages.ts'
import { isEditable } from './editable.ts'
import { useOutbox } from './outbox.ts'

/** The sent message that is being changed in the field, apart from the draft. */
export function useEditing(
  { id: conversation_id, channel }: Conversation,
  /** The messages the conversation was loaded with. */
  latest: readonly ThreadMessage[],
  onBegin: () => void,
) {
  const { id: account_id } = useAccount()
  const { user } = useSession()
  const client = useQueryClient()
  const outbox = useOutbox(conversation_id)
  const [message, setMessage] = useState<ThreadMessage>()
  const [text, change] = useState('')
  const cancel = () => setMessage(undefined)
  const update = useAct('update_message', {
    onSuccess: (saved) => {
      patchMessage(client, account_id, saved)
      cancel()
    },
  })
  const begin = (chosen: ThreadMessage) => {
    setMessage(chosen)
    change(chosen.content ?? '')
    onBegin()
  }
  /** Returns whether there was a message to edit. */
  const beginLast = (): boolean => {
    // A message just sent leaves the outbox when the thread has it, which may be before the conversation has it.
    const sent = outbox.flatMap((entry) => entry.message ?? [])
    const all = [...sent, ...latest, ...cachedMessages(client, account_id, conversation_id)]
    const last = all.filter((each) => isEditable(each, channel, user.id)).toSorted(newestFirst)[0]
    if (last) begin(last)
    return last !== undefined
  }
  const save = (content: string) => {
    if (!message) return
    if (content === message.content) cancel()
    else update.mutate({ message_id: message.id, content })
  }
  return { message, text, change, begin, beginLast, cancel, save, isSaving: update.isPending }
}

export type Editing = ReturnType<typeof useEditing>

const newestFirst = (a: ThreadMessage, b: ThreadMessage) => b.id.length - a.id.length || (a.id < b.id ? 1 : -1)
