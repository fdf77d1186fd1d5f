import { HILO } from '#contract/records/author.ts'
import { part } from '#db/sql.ts'
import { findRepliedTo, recordReply } from '#domains/campaigns/replies.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Counts a customer's message as a reply to the campaign that wrote to them; each recipient counts once. */
export const note_campaign_replies = subscriber({
  on: ['message.received'],
  when: part`exists (
    select from campaign_recipients r where r.account_id = e.account_id and r.conversation_id = (e.payload #>> '{conversation,id}')::bigint)`,

  async run({ sql, inTransaction }, { account_id, payload: { message } }) {
    const answered = await findRepliedTo(sql, account_id, message)
    if (!answered) return
    await inTransaction('note_campaign_reply', HILO, (ctx) => recordReply(ctx, answered, message.created_at))
  },
})
