import { z } from 'zod'
import { addDays, startOfDay } from '#contract/periods.ts'
import { AuditEntry } from '#contract/records/access.ts'
import { cursor, day, limit, line, page } from '#contract/scalars.ts'
import { joinParts, emptyPart, part, type Part } from '#db/sql.ts'
import { operation } from '#kernel/operation.ts'
import { olderThan, readPage, toPage } from '#kernel/paging.ts'

const filters = {
  action: line.optional().describe('Filter by action: an operation name, or sign_in, second_factor_failed, …'),
  actor: line.optional().describe('Filter by actor: the name of a person or key, or the id of a person'),
  from: day.optional().describe('First day, YYYY-MM-DD'),
  to: day.optional().describe('Last day, inclusive, YYYY-MM-DD'),
}

export const list_audit_entries = operation({
  summary: 'List the audit log, newest first: changes to settings, people and keys, exports, deletions and sign-ins.',
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
       where account_id = ${id} ${conditions(input, time_zone)} ${olderThan(after, part`created_at, id`)}
       order by created_at desc, id desc limit ${limit + 1}`
    return toPage(ctx, input, rows, (entry) => [entry.created_at, entry.id])
  },
})

type Filters = { [F in keyof typeof filters]?: string | undefined }

function conditions({ action, actor, from, to }: Filters, zone: string): Part {
  return joinParts([
    action ? part`and action = ${action}` : emptyPart,
    actor ? part`and ${matchesActor(actor)}` : emptyPart,
    from ? part`and created_at >= ${startOfDay(from, zone)}` : emptyPart,
    to ? part`and created_at < ${startOfDay(addDays(to, 1), zone)}` : emptyPart,
  ])
}

function matchesActor(actor: string): Part {
  const byName = part`fold(actor ->> 'name') = fold(${actor})`
  return /^\d+$/.test(actor) ? part`(${byName} or (actor ->> 'type' = 'user' and actor ->> 'id' = ${actor}))` : byName
}
