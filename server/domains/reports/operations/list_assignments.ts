import { z } from 'zod'
import { window_input } from '#contract/report-inputs.ts'
import { countedPage, cursor, id, include_total, limit, line, timestamp } from '#contract/scalars.ts'
import { countedAssignments, listAssignments } from '#domains/reports/agents/assignments.ts'
import { nameContact, shown_names } from '#domains/reports/customer-names.ts'
import { resolveWindow } from '#domains/reports/date-range.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'
import { countAll, readPage, toPage } from '#kernel/paging.ts'

const named = z.object({ id, name: z.string() })

export const list_assignments = operation({
  summary: 'List conversations by the agent they were assigned to, newest assignment first.',
  description: 'These are the assignments get_agents_report counts: each conversation once per agent.',
  rest: 'GET /assignments',
  permission: 'reports:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject({
    ...window_input,
    agent: line.optional().describe('Agent, by name, e-mail or id'),
    resolved_only: z.boolean().optional().describe('Only conversations resolved now or while assigned to the agent'),
    include_total: include_total.optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: countedPage(
    z.object({
      id,
      conversation_id: id,
      url: z.string(),
      contact: z.object({ id, name: z.string().describe(shown_names.contact) }),
      inbox: named,
      agent: named,
      assigned_at: timestamp.describe('First assignment to this agent on these days'),
      resolved: z.boolean().describe('Whether it is resolved now or was while assigned to them'),
    }),
  ),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const { agent, resolved_only } = input
    const window = await resolveWindow(ctx, input)
    const agent_id = agent === undefined ? undefined : (await agents.getMember(ctx, agent)).id
    const counted = countedAssignments(ctx, window, { agent_id, resolved_only })
    const total = await countAll(ctx, input, counted)
    const rows = await listAssignments(ctx, counted, after, limit)
    const page = toPage(ctx, input, rows, (assignment) => [assignment.assigned_at, assignment.id])
    const items = page.items.map((each) => ({ ...each, contact: nameContact(ctx, each.contact) }))
    return { ...page, items, ...total }
  },
})
