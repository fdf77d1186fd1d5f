import { z } from 'zod'
import { priorities } from '#contract/records/conversation.ts'
import { sla_kinds, SlaBreach } from '#contract/records/quality.ts'
import { countedPage, cursor, include_total, limit, line } from '#contract/scalars.ts'
import { joinParts, part } from '#db/sql.ts'
import { needsValuePlan } from '#domains/conversations/filters/conditions.ts'
import { quality_filters, toConditions, unassigned_only } from '#domains/conversations/filters/quality.ts'
import { listBreaches, visibleBreaches } from '#domains/conversations/sla/breaches.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'
import { countAll, readPage, toPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export const list_sla_breaches = operation({
  summary: 'List SLA breaches, newest first, by inbox, kind, agent, team, priority or day.',
  rest: 'GET /sla-breaches',
  permission: 'conversations:read',
  tool: false,
  analytics: needsValuePlan,
  input: z.strictObject({
    ...quality_filters,
    unassigned_only,
    team: line.optional().describe('Team of the conversation at that time, by name or id'),
    without_team: z.boolean().optional().describe('Only those of conversations that were in no team'),
    priority: z.enum(priorities).optional().describe('Priority of the conversation at that time'),
    kind: z.enum(sla_kinds).optional().describe('Only breaches of this kind'),
    include_total: include_total.optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: countedPage(SlaBreach),

  async run(ctx, input) {
    const { kind, priority, team, without_team } = input
    if (without_team && team !== undefined)
      reject('invalid_value', 'Give team or without_team, not both.', 'without_team')
    const { after, limit } = readPage(ctx, input)
    const met = joinParts([
      await toConditions(ctx, input, part`r.breached_at`),
      ...(team === undefined ? [] : [part`and r.team_id = ${(await teams.get(ctx, { team })).id}`]),
      ...(without_team ? [part`and r.team_id is null`] : []),
      ...(priority ? [part`and r.priority = ${priority}`] : []),
      ...(kind ? [part`and r.kind = ${kind}`] : []),
    ])
    const total = await countAll(ctx, input, part`${visibleBreaches(ctx)} ${met}`)
    const rows = await listBreaches(ctx, met, after, limit)
    return { ...toPage(ctx, input, rows, (breach) => [breach.breached_at, breach.id]), ...total }
  },
})
