import type { Conversation, MessageAuthor } from '#contract/records/conversation.ts'

/** What is said once to those who listen just now, and kept nowhere. */
export type Signal = {
  name: 'conversation.typing'
  payload: {
    conversation: Pick<Conversation, 'id' | 'inbox' | 'source_id' | 'assignee' | 'team'>
    author: MessageAuthor
    typing: boolean
    /** They are writing a note for the team. */
    private: boolean
  }
}
