import { z } from 'zod'
import { Email } from '#contract/records/access.ts'
import { id } from '#contract/scalars.ts'
import * as emails from '#domains/access/emails.ts'
import { operation } from '#kernel/operation.ts'

export const resend_email = operation({
  summary: 'Send a mail that failed once more.',
  rest: 'POST /emails/:email_id/resend',
  permission: 'admin',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({ email_id: id }),
  output: Email,

  async run(ctx, { email_id }) {
    await emails.requeue(ctx, email_id)
    return emails.get(ctx, email_id)
  },
})
