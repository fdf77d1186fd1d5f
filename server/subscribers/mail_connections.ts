import { emailAdministrators } from '#domains/access/emails/administrators.ts'
import { attentionEmail } from '#domains/workspace/inboxes/email-templates.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** E-mails the administrators when an inbox loses its connection to the channel. */
export const mail_connections = subscriber({
  on: ['inbox.connection_changed'],
  async run({ inTransaction }, { id, actor, payload: { inbox } }) {
    if (inbox.connection?.state !== 'needs_attention') return
    await inTransaction('mail_connections', actor, (ctx) =>
      emailAdministrators(ctx, 'connection', id, attentionEmail(ctx, inbox)),
    )
  },
})
