import { answer, giveUp } from '#domains/assistant/answering.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Where the AI agent of an inbox answers first, it answers. */
export const answer_customers = subscriber({
  on: ['message.received'],
  run: async (hands, { payload: { message, conversation } }) => {
    if (conversation.status === 'pending') await answer(hands, message)
  },
  giveUp: (hands, { payload: { message } }, error) => giveUp(hands, message, error),
})
