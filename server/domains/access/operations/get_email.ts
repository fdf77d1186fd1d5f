import { z } from 'zod'
import { Email } from '#contract/records/access.ts'
import { id } from '#contract/scalars.ts'
import * as emails from '#domains/access/emails/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_email = operation({
  summary: 'Get an outgoing e-mail: its text and delivery status.',
  rest: 'GET /emails/:email_id',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ email_id: id }),
  output: Email,

  run: (ctx, { email_id }) => emails.get(ctx, email_id),
})
