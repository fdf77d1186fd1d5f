import * as letters from '#domains/people/letters.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Who was given a lead or an opportunity is told by mail, unless they took it themselves. */
export const mail_owner_changes = subscriber({
  on: ['lead.owner_changed', 'opportunity.owner_changed'],
  async run({ within }, { id, actor, payload }) {
    const what = 'lead' in payload ? 'lead' : 'opportunity'
    const deal = 'lead' in payload ? payload.lead : payload.opportunity
    const { owner } = deal
    if (!owner || (actor.type === 'user' && actor.id === owner.id)) return
    await within('mail_owner_changes', actor, (ctx) => {
      const letter = letters.ownership(ctx.actor.account.locale, actor.name, what, deal)
      return notify(ctx, 'owner_changed', owner.id, { ...letter, key: id })
    })
  },
})
