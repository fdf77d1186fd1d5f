import { z } from 'zod'
import { ConversationMetrics } from '#contract/records/report.ts'
import { window_input } from '#contract/report-inputs.ts'
import { id } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { groupings, listMetrics } from '#domains/reports/conversations/metrics.ts'
import { resolveWindow } from '#domains/reports/date-range.ts'
import { headerFields, toHeader } from '#domains/reports/header.ts'
import { mean } from '#domains/reports/rules.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const get_conversation_metrics = operation({
  summary: 'Report the figures of conversations and messages in total, by day, by agent or by inbox.',
  description:
    'For programs that draw their own charts; the same sums as get_overview_report and get_agent_response_times. Days are in the workspace time zone.',
  rest: 'GET /reports/conversation-metrics',
  permission: 'reports:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject({
    ...window_input,
    by: z.enum(groupings).optional().describe('Default total'),
    agent_id: id.optional().describe('Only what this agent did'),
    team_id: id.optional().describe('Only conversations that belong to this team now'),
    label_id: id.optional().describe('Only conversations that have this label now'),
  }),
  output: z.object({
    ...headerFields,
    rows: z.array(ConversationMetrics).describe('Without rows of zeros only'),
  }),

  async run(ctx, { by = 'total', agent_id, team_id, label_id, ...input }) {
    const { days, inbox_id } = await resolveWindow(ctx, input)
    if (agent_id !== undefined) await agents.get(ctx, { agent_id }, 'agent_id')
    if (team_id !== undefined) await teams.get(ctx, { team_id })
    if (label_id !== undefined) await labels.get(ctx, { label_id })
    const rows = await listMetrics(ctx, by, days, { inbox_id, agent_id, team_id, label_id })
    return {
      ...toHeader(ctx, days),
      rows: rows.map(
        ({ first_response_seconds, business_first_response_seconds, resolution_seconds, answer_seconds, ...row }) => ({
          ...row,
          first_response_mean_seconds: mean(first_response_seconds, row.first_responses),
          business_hours_mean_seconds: mean(business_first_response_seconds, row.first_responses),
          resolution_mean_seconds: mean(resolution_seconds, row.resolutions),
          answer_mean_seconds: mean(answer_seconds, row.answers),
        }),
      ),
    }
  },
})
