import { z } from 'zod'
import { Email } from '#contract/records/access.ts'
import { id } from '#contract/scalars.ts'
import { checkEmailLimit } from '#domains/access/emails/limits.ts'
import * as emails from '#domains/access/emails/store.ts'
import { operation } from '#kernel/operation.ts'

export const resend_email = operation({
  summary: 'Resend a failed e-mail.',
  rest: 'POST /emails/:email_id/resend',
  permission: 'admin',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({ email_id: id }),
  output: Email,

  async run(ctx, { email_id }) {
    await emails.requeue(ctx, email_id)
    const email = await emails.get(ctx, email_id)
    await checkEmailLimit(ctx, email.to_address)
    return email
  },
})
