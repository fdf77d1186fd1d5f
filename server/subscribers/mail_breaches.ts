import * as letters from '#domains/people/letters.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** A promise that was not kept is told to who had the conversation. */
export const mail_breaches = subscriber({
  on: ['sla.breached'],
  async run({ within }, { id, actor, payload: { conversation, sla_breach } }) {
    const { assignee } = sla_breach
    if (!assignee) return
    await within('mail_breaches', actor, (ctx) => {
      const letter = letters.breach(ctx.actor.account.locale, sla_breach.kind, conversation)
      return notify(ctx, 'sla_breached', assignee.id, { ...letter, key: id })
    })
  },
})
