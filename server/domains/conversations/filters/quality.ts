import { z } from 'zod'
import { addDays, startOfDay } from '#contract/periods.ts'
import { day, id, line } from '#contract/scalars.ts'
import { joinParts, part, type Part } from '#db/sql.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Filters of lists by the time something happened. */
export const period_filters = {
  inbox: line.optional().describe('Inbox, by name or id'),
  inbox_id: id.optional().describe('Inbox, by id'),
  from: day.optional().describe('First day, YYYY-MM-DD'),
  to: day.optional().describe('Last day, inclusive, YYYY-MM-DD'),
}

/** Filters shared by satisfaction surveys and SLA breaches. */
export const quality_filters = {
  ...period_filters,
  assignee: line.optional().describe('Agent the conversation was assigned to at that time, by name, e-mail or id'),
}

/** Filter of their lists: records of unassigned conversations. */
export const unassigned_only = z.boolean().optional().describe('Only those of conversations that were unassigned')

type QualityFilters = z.output<z.ZodObject<typeof quality_filters>> & { unassigned_only?: boolean | undefined }

/** The filters as SQL conditions on rows `r`. Names are resolved first, so that an unknown one is refused instead of matching nothing. */
export async function toConditions(ctx: Context, filters: QualityFilters, moment: Part): Promise<Part> {
  const { inbox, inbox_id, assignee, unassigned_only: isUnassigned, from, to } = filters
  if (from && to && from > to) reject('invalid_value', 'from must not be after to; swap them.', 'from')
  if (isUnassigned && assignee !== undefined)
    reject('invalid_value', 'Give assignee or unassigned_only, not both.', 'unassigned_only')
  const zone = ctx.actor.account.time_zone
  const met: Part[] = []
  if (inbox !== undefined || inbox_id !== undefined)
    met.push(part`and r.inbox_id = ${(await inboxes.get(ctx, filters)).id}`)
  if (assignee !== undefined)
    met.push(part`and r.assignee_id = ${(await agents.getMember(ctx, assignee, 'assignee')).id}`)
  if (isUnassigned) met.push(part`and r.assignee_id is null`)
  if (from) met.push(part`and ${moment} >= ${startOfDay(from, zone)}`)
  if (to) met.push(part`and ${moment} < ${startOfDay(addDays(to, 1), zone)}`)
  return joinParts(met)
}
