import * as letters from '#domains/people/letters.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Who was given a conversation is told by mail, unless they took it themselves. */
export const mail_assignments = subscriber({
  on: ['conversation.assigned'],
  async run({ within }, { id, actor, payload: { conversation } }) {
    const { assignee } = conversation
    if (!assignee || (actor.type === 'user' && actor.id === assignee.id)) return
    await within('mail_assignments', actor, (ctx) => {
      const letter = letters.assignment(ctx.actor.account.locale, actor.name, conversation)
      return notify(ctx, 'conversation_assigned', assignee.id, { ...letter, key: id })
    })
  },
})
