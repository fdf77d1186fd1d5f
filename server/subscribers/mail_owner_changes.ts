import { type Person, wasHandedOver } from '#domains/people/handover.ts'
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
    if (!owner) return
    await within('mail_owner_changes', actor, async (ctx) => {
      if (await wasHandedOver(ctx, payload.changes.owner?.from as Person, deal.updated_at)) return
      const letter = letters.ownership(ctx.actor.account.locale, actor.name, what, deal)
      await notify(ctx, 'owner_changed', owner.id, { ...letter, key: id })
    })
  },
})
