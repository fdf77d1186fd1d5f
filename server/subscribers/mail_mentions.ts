import * as letters from '#domains/people/letters.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Who was named in a note is told by mail. */
export const mail_mentions = subscriber({
  on: ['conversation.mentioned'],
  async run({ within }, { id, actor, payload: { conversation, message, mentioned } }) {
    await within('mail_mentions', actor, async (ctx) => {
      const letter = letters.mention(ctx.actor.account.locale, actor.name, conversation, message.content)
      for (const person of mentioned) await notify(ctx, 'mention', person.id, { ...letter, key: id })
    })
  },
})
