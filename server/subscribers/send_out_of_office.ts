import { findNotice, takeTurn } from '#domains/conversations/out-of-office.ts'
import { speakingOf } from '#domains/conversations/speaking.ts'
import { fillIn } from '#domains/workspace/variables.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Who writes while nobody is there is told when somebody will be. */
export const send_out_of_office = subscriber({
  on: ['message.received'],
  async run({ sql, call }, { account_id, payload: { message } }) {
    const { conversation_id } = message
    const notice = await findNotice(sql, account_id, message)
    const about = notice === undefined ? undefined : await speakingOf(sql, account_id, conversation_id)
    if (!notice || !about) return
    const content = fillIn(notice, about)
    if (content.trim() === '') return
    const inbox = { type: 'automation', id: null, name: about.inbox.name } as const
    await call('send_message', inbox, { conversation_id, content }, async (ctx, send) =>
      (await takeTurn(ctx, message)) ? send() : undefined,
    )
  },
})
