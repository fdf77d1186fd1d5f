import { z } from 'zod'
import { AuditEntry } from '#contract/records/access.ts'
import { cursor, id, limit, page } from '#contract/scalars.ts'
import { part } from '#db/sql.ts'
import * as assistants from '#domains/access/assistants/store.ts'
import { operation } from '#kernel/operation.ts'
import { olderThan, readPage, toPage } from '#kernel/paging.ts'

export const list_assistant_actions = operation({
  summary: 'List the audited changes that a connected assistant made, newest first.',
  rest: 'GET /me/assistants/:assistant_id/actions',
  permission: 'personal',
  tool: false,
  input: z.strictObject({ assistant_id: id, limit: limit.optional(), cursor: cursor.optional() }),
  output: page(AuditEntry),

  async run(ctx, input) {
    const assistant = await assistants.get(ctx, input.assistant_id)
    const { after, limit } = readPage(ctx, input)
    const rows = await ctx.sql<z.input<typeof AuditEntry>>`
      select id, action, actor, details, request_id, ip, created_at from audit_entries
       where account_id = ${ctx.actor.account.id} and created_at >= ${assistant.created_at}
         and actor ->> 'type' = 'api_key' and actor ->> 'id' = ${assistant.id} ${olderThan(after, part`created_at, id`)}
       order by created_at desc, id desc limit ${limit + 1}`
    return toPage(ctx, input, rows, (entry) => [entry.created_at, entry.id])
  },
})
