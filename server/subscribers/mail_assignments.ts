import { type Person, wasHandedOver } from '#domains/people/handover.ts'
import * as letters from '#domains/people/letters.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Who was given a conversation is told by mail, unless they took it themselves. */
export const mail_assignments = subscriber({
  on: ['conversation.assigned'],
  async run({ within }, { id, actor, payload: { conversation, changes } }) {
    const { assignee } = conversation
    if (!assignee) return
    await within('mail_assignments', actor, async (ctx) => {
      if (await wasHandedOver(ctx, changes.assignee?.from as Person, conversation.updated_at)) return
      const letter = letters.assignment(ctx.actor.account.locale, actor.name, conversation)
      await notify(ctx, 'conversation_assigned', assignee.id, { ...letter, key: id })
    })
  },
})
