import { z } from 'zod'
import { Email } from '#contract/records/access.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as emails from '#domains/access/emails/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_emails = operation({
  summary: 'List outgoing e-mails and their delivery status, newest first.',
  rest: 'GET /emails',
  permission: 'admin',
  tool: false,
  input: z.strictObject({
    status: Email.shape.status.optional().describe('Filter by status'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(Email),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    return toPage(ctx, input, await emails.list(ctx, input, after, limit), (email) => [email.created_at, email.id])
  },
})
