import { part } from '#db/sql.ts'
import { findUnanswered } from '#domains/assistant/turn/store.ts'
import { respondToCustomer, handOverFailed } from '#domains/assistant/turn/respond.ts'
import type { SubscriberContext } from '#kernel/subscriber.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Lets the AI agent answer in conversations that are pending, also when a person leaves one to it. */
export const answer_customers = subscriber({
  on: ['message.received', 'conversation.status_changed'],
  when: part`e.payload #>> '{conversation,status}' = 'pending'`,
  run: async (context, event) => {
    if (event.name === 'conversation.status_changed') return answerReturned(context, event.account_id, event.payload)
    const { message, conversation } = event.payload
    // Another app is answering the customer, or a program wrote.
    if (message.content_attributes['standby'] || message.content_attributes['automatic']) return
    if (conversation.status === 'pending') await respondToCustomer(context, message)
  },
  giveUp: async (context, event, error) => {
    const received =
      event.name === 'message.received'
        ? event.payload.message
        : await findUnanswered(context.sql, event.account_id, event.payload.conversation.id)
    if (received) await handOverFailed(context, received, error)
  },
})

type StatusChange = { conversation: { id: string }; changes: Record<string, { from: unknown; to: unknown }> }

/** Answers the last message of an open conversation that became pending, if it is the customer's and has no answer yet. */
async function answerReturned(
  context: SubscriberContext,
  account_id: string,
  { conversation, changes }: StatusChange,
): Promise<void> {
  const { from, to } = changes['status'] ?? {}
  if (to !== 'pending' || from !== 'open') return
  const received = await findUnanswered(context.sql, account_id, conversation.id)
  if (received) await respondToCustomer(context, received)
}
