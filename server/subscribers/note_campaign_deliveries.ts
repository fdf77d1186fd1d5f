import { part } from '#db/sql.ts'
import { recordStatus } from '#domains/campaigns/deliveries.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Shows in a campaign whether its messages were delivered, read or failed. */
export const note_campaign_deliveries = subscriber({
  on: ['message.status_changed'],
  when: part`e.payload #>> '{message,author,type}' = 'campaign'`,

  async run({ inTransaction }, { payload: { message } }) {
    if (message.author.type !== 'campaign') return
    const hilo = { type: 'system', id: null, name: 'Hilo' } as const
    await inTransaction('note_campaign_delivery', hilo, (ctx) => recordStatus(ctx, message))
  },
})
