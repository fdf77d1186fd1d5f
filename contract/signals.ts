import type { Conversation, MessageAuthor } from '#contract/records/conversation.ts'

type About = {
  conversation: Pick<Conversation, 'id' | 'inbox' | 'channel' | 'source_id' | 'assignee' | 'team'>
  author: MessageAuthor
}

/** A message to clients connected right now; it is stored nowhere. */
export type Signal =
  | {
      name: 'conversation.typing'
      /** `private`: the author is writing an internal note. */
      payload: About & { typing: boolean; private: boolean }
    }
  /** An agent has the conversation open. Repeated while they do, so that silence means they left. */
  | { name: 'conversation.viewing'; payload: About & { viewing: boolean } }

export const signals = ['conversation.typing', 'conversation.viewing'] as const satisfies readonly Signal['name'][]
