import { z } from 'zod'
import { Email } from '#contract/records/access.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as emails from '#domains/access/emails.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_emails = operation({
  summary: 'List the mails of the workspace and what became of them, newest first.',
  rest: 'GET /emails',
  permission: 'admin',
  tool: false,
  input: z.strictObject({
    status: Email.shape.status.optional().describe('Only those of this status'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(Email),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    return toPage(ctx, input, await emails.list(ctx, input, after, limit), (email) => [email.created_at, email.id])
  },
})
