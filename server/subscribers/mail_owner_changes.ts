import { type Person, wasHandedOver } from '#domains/people/handover.ts'
import * as templates from '#domains/people/email-templates.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Notifies the new owner of a lead or opportunity by e-mail, unless they took it themselves. */
export const mail_owner_changes = subscriber({
  on: ['lead.owner_changed', 'opportunity.owner_changed'],
  waitsForUndo: true,
  async run({ inTransaction }, { id, actor, payload }) {
    const what = 'lead' in payload ? 'lead' : 'opportunity'
    const deal = 'lead' in payload ? payload.lead : payload.opportunity
    const { owner } = deal
    if (!owner) return
    await inTransaction('mail_owner_changes', actor, async (ctx) => {
      if (await wasHandedOver(ctx, payload.changes.owner?.from as Person, deal.updated_at)) return
      const email = templates.ownership(ctx.actor.account.locale, actor.name, what, deal)
      await notify(ctx, 'owner_changed', owner.id, { ...email, key: id })
    })
  },
})
