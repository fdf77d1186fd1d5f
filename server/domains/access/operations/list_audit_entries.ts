import { z } from 'zod'
import { AuditEntry } from '#contract/records/access.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { part } from '#db/sql.ts'
import { operation } from '#kernel/operation.ts'
import { olderThan, readPage, toPage } from '#kernel/paging.ts'

export const list_audit_entries = operation({
  summary:
    'List who did what in the workspace where it matters for safety: keys, tokens, exports, deletions. Newest first.',
  rest: 'GET /audit-entries',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ limit: limit.optional(), cursor: cursor.optional() }),
  output: page(AuditEntry),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const rows = await ctx.sql<z.input<typeof AuditEntry>>`
      select id, action, actor, details, request_id, ip, created_at from audit_entries
       where account_id = ${ctx.actor.account.id} ${olderThan(after, part`created_at, id`)}
       order by created_at desc, id desc limit ${limit + 1}`
    return toPage(ctx, input, rows, (entry) => [entry.created_at, entry.id])
  },
})
