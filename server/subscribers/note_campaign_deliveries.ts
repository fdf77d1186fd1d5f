import { HILO } from '#contract/records/author.ts'
import { part } from '#db/sql.ts'
import { recordStatus } from '#domains/campaigns/deliveries.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Shows in a campaign whether its messages were delivered, read or failed. */
export const note_campaign_deliveries = subscriber({
  on: ['message.status_changed'],
  when: part`e.payload #>> '{message,author,type}' = 'campaign'`,

  async run({ inTransaction }, { payload: { message } }) {
    if (message.author.type !== 'campaign') return
    await inTransaction('note_campaign_delivery', HILO, (ctx) => recordStatus(ctx, message))
  },
})
