import * as templates from '#domains/people/email-templates.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Notifies people mentioned in an internal note by e-mail. */
export const mail_mentions = subscriber({
  on: ['conversation.mentioned'],
  async run({ inTransaction }, { id, actor, payload: { conversation, message, mentioned } }) {
    await inTransaction('mail_mentions', actor, async (ctx) => {
      const email = templates.mention(ctx.actor.account.locale, actor.name, conversation, message.content)
      for (const person of mentioned) await notify(ctx, 'mention', person.id, { ...email, key: id })
    })
  },
})
