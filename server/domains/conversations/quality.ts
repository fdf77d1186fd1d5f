import { z } from 'zod'
import { addDays, startOfDay } from '#contract/periods.ts'
import { day, id, line } from '#contract/scalars.ts'
import { joined, part, type Part } from '#db/sql.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** How what went well or wrong in conversations is looked through. */
export const qualityFilters = {
  inbox: line.optional().describe('Inbox, by name or id'),
  inbox_id: id.optional().describe('Inbox, by id'),
  assignee: line.optional().describe('Agent who had the conversation then, by name, e-mail or id'),
  from: day.optional().describe('First day, YYYY-MM-DD'),
  to: day.optional().describe('Last day, inclusive, YYYY-MM-DD'),
}

type Asked = z.output<z.ZodObject<typeof qualityFilters>>

/** What was asked for, of rows `r` that lie at this moment. Names are looked up, so that a wrong one is refused and not just empty. */
export async function toConditions(ctx: Context, asked: Asked, moment: Part): Promise<Part> {
  const { inbox, inbox_id, assignee, from, to } = asked
  if (from && to && from > to) reject('invalid_value', 'from must not be after to.', 'from')
  const zone = ctx.actor.account.time_zone
  const met: Part[] = []
  if (inbox !== undefined || inbox_id !== undefined)
    met.push(part`and r.inbox_id = ${(await inboxes.get(ctx, asked)).id}`)
  if (assignee !== undefined)
    met.push(part`and r.assignee_id = ${(await agents.get(ctx, { agent: assignee }, 'assignee')).id}`)
  if (from) met.push(part`and ${moment} >= ${startOfDay(from, zone)}`)
  if (to) met.push(part`and ${moment} < ${startOfDay(addDays(to, 1), zone)}`)
  return joined(met)
}
