import { z } from 'zod'
import { addDays, startOfDay } from '#contract/periods.ts'
import { AuditEntry } from '#contract/records/access.ts'
import { cursor, day, limit, line, page } from '#contract/scalars.ts'
import { joined, nothing, part, type Part } from '#db/sql.ts'
import { operation } from '#kernel/operation.ts'
import { olderThan, readPage, toPage } from '#kernel/paging.ts'

const filters = {
  action: line.optional().describe('Only this action: the name of an operation, or sign_in, second_factor_failed, …'),
  actor: line.optional().describe('Only what this one did: the name of a person or key, or the id of a person'),
  from: day.optional().describe('First day, YYYY-MM-DD'),
  to: day.optional().describe('Last day, inclusive, YYYY-MM-DD'),
}

export const list_audit_entries = operation({
  summary:
    'List who did what in the workspace where it matters for safety: settings, people, keys, exports, deletions, sign-ins. Newest first.',
  rest: 'GET /audit-entries',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ ...filters, limit: limit.optional(), cursor: cursor.optional() }),
  output: page(AuditEntry),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const { id, time_zone } = ctx.actor.account
    const rows = await ctx.sql<z.input<typeof AuditEntry>>`
      select id, action, actor, details, request_id, ip, created_at from audit_entries
       where account_id = ${id} ${met(input, time_zone)} ${olderThan(after, part`created_at, id`)}
       order by created_at desc, id desc limit ${limit + 1}`
    return toPage(ctx, input, rows, (entry) => [entry.created_at, entry.id])
  },
})

type Asked = { [F in keyof typeof filters]?: string | undefined }

function met({ action, actor, from, to }: Asked, zone: string): Part {
  return joined([
    action ? part`and action = ${action}` : nothing,
    actor ? part`and ${by(actor)}` : nothing,
    from ? part`and created_at >= ${startOfDay(from, zone)}` : nothing,
    to ? part`and created_at < ${startOfDay(addDays(to, 1), zone)}` : nothing,
  ])
}

function by(actor: string): Part {
  const named = part`fold(actor ->> 'name') = fold(${actor})`
  return /^\d+$/.test(actor) ? part`(${named} or (actor ->> 'type' = 'user' and actor ->> 'id' = ${actor}))` : named
}
