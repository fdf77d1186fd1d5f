import type { Conversation, MessageAuthor } from '#contract/records/conversation.ts'

type Told = {
  conversation: Pick<Conversation, 'id' | 'inbox' | 'source_id' | 'assignee' | 'team'>
  author: MessageAuthor
}

/** What is said once to those who listen just now, and kept nowhere. */
export type Signal =
  | {
      name: 'conversation.typing'
      /** `private`: they are writing a note for the team. */
      payload: Told & { typing: boolean; private: boolean }
    }
  /** Somebody of the team has the conversation open. Said again while they do, so that silence means they left. */
  | { name: 'conversation.viewing'; payload: Told & { viewing: boolean } }

export const signals = ['conversation.typing', 'conversation.viewing'] as const satisfies readonly Signal['name'][]
