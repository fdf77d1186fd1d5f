import type { Output } from '#web/api.ts'
import { useRead } from '#web/query.ts'

export type Conversation = Output<'get_conversation_detail'>

/** The conversation beside the panel, as the thread has asked for it already. */
export function useConversation(conversation_id: string): Conversation | undefined {
  return useRead('get_conversation_detail', { conversation_id }).data
}
