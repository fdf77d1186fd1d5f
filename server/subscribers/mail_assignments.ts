import { type Person, wasHandedOver } from '#domains/people/handover.ts'
import * as templates from '#domains/people/email-templates.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Notifies the new assignee of a conversation by e-mail, unless they assigned it to themselves. */
export const mail_assignments = subscriber({
  on: ['conversation.assigned'],
  waitsForUndo: true,
  async run({ inTransaction }, { id, actor, payload: { conversation, changes } }) {
    const { assignee } = conversation
    if (!assignee) return
    await inTransaction('mail_assignments', actor, async (ctx) => {
      if (await wasHandedOver(ctx, changes.assignee?.from as Person, conversation.updated_at)) return
      const email = templates.assignment(ctx.actor.account.locale, actor.name, conversation)
      await notify(ctx, 'conversation_assigned', assignee.id, { ...email, key: id })
    })
  },
})
