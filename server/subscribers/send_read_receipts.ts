import { part } from '#db/sql.ts'
import { sendReadReceipt } from '#domains/channels/outgoing/read-receipts.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Tells the provider that an agent has read a conversation. */
export const send_read_receipts = subscriber({
  on: ['conversation.read'],
  when: part`exists (
    select from channel_connections n where n.account_id = e.account_id and n.inbox_id = (e.payload #>> '{conversation,inbox,id}')::bigint)`,
  // Later it no longer matters.
  retries: [5, 60],
  async run({ withoutTransaction }, { actor, payload: { conversation } }) {
    if (conversation.unread) return
    await withoutTransaction('send_read_receipts', actor, (ctx) => sendReadReceipt(ctx, conversation))
  },
})
