import type { Output } from '#web/app/api.ts'
import { useRead } from '#web/app/query.ts'

export type Conversation = Output<'get_conversation_detail'>

/** The open conversation, which the thread has loaded already. */
export function useConversation(conversation_id: string): Conversation | undefined {
  return useRead('get_conversation_detail', { conversation_id }).data
}
