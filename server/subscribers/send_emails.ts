import * as emails from '#domains/access/emails/store.ts'
import type { Mail } from '#gateways/mail.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Sends what waits in the outbox. A crash between sending and saying so repeats the mail, under the same Message-ID. */
export function send_emails(mail: Mail) {
  return subscriber({
    on: ['email.requested'],
    retries: [1, 10, 60, 600, 3600, 14_400],

    async run({ sql, secret }, { account_id, payload: { email_id } }) {
      const email = await emails.findQueued(sql, secret, account_id, email_id)
      if (!email) return // Already sent, or its workspace was deleted.
      try {
        const answer = await mail.send(email)
        if (answer) return await emails.fail(sql, account_id, email_id, answer.refused)
      } catch (error) {
        await emails.recordError(sql, account_id, email_id, (error as Error).message)
        throw error
      }
      await emails.markSent(sql, account_id, email_id, mail.delivers)
    },

    giveUp: ({ sql }, { account_id, payload: { email_id } }) => emails.fail(sql, account_id, email_id),
  })
}
