import { findAnswered, noteReply } from '#domains/campaigns/replies.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Who writes after a campaign wrote to them has answered it. Told twice, it is noted once: only what was sent becomes answered. */
export const note_campaign_replies = subscriber({
  on: ['message.received'],

  async run({ sql, within }, { account_id, payload: { message } }) {
    const answered = await findAnswered(sql, account_id, message)
    if (!answered) return
    const hilo = { type: 'system', id: null, name: 'Hilo' } as const
    await within('note_campaign_reply', hilo, (ctx) => noteReply(ctx, answered, message.created_at))
  },
})
