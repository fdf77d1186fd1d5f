import { ask } from '#domains/conversations/surveys-asking.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Whose matter is resolved is asked how it was, where the inbox does so. */
export const ask_satisfaction = subscriber({
  on: ['conversation.resolved'],
  async run({ within }, { occurred_at, payload: { conversation } }) {
    const inbox = { type: 'automation', id: null, name: conversation.inbox.name } as const
    await within('ask_satisfaction', inbox, (ctx) => ask(ctx, conversation.id, occurred_at))
  },
})
