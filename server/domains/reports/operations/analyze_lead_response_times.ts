import { z } from 'zod'
import { activity_types, lead_statuses } from '#contract/records/crm.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf } from '#contract/report-periods.ts'
import { id, limit, line, timestamp } from '#contract/scalars.ts'
import { describeUnknown } from '#domains/crm/leads/sources.ts'
import { nameLead, shown_names } from '#domains/reports/customer-names.ts'
import { toHeader, headerFields, pipelineField, toRef, agentFields } from '#domains/reports/header.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import { toFigures, response_steps } from '#domains/reports/lead-responses/rules.ts'
import * as responses from '#domains/reports/lead-responses/store.ts'
import * as pipelines from '#domains/reports/sales/pipelines.ts'
import { labelsIn } from '#domains/reports/labels.ts'
import { operation } from '#kernel/operation.ts'
import { DEFAULT_LIMIT } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

const count = z.int()
const percent = z.number().nullable()
const seconds = z.number().nullable()
const named = z.object({ id, name: z.string() })

const response_figures = {
  total: count.describe('Leads created in the period, whatever their current status'),
  no_conversation: count.describe(
    'Leads without a conversation: no contact, or no messages since 30 days before the lead',
  ),
  contacted: count.describe('Leads answered by a person; programs, rules, campaigns and the AI agent do not count'),
  pct_contacted: percent.describe('Percent of the total; null if there are no leads'),
  mean_seconds: seconds.describe('Mean time to the first human reply of contacted leads'),
  median_seconds: seconds.describe('Median time to the first human reply'),
  p90_seconds: seconds.describe('90th percentile of the time to the first human reply'),
  customer_replied: count.describe('Contacted leads whose customer wrote after the first human reply'),
  pct_customer_reply: percent.describe('Percent of contacted leads; null if none was contacted'),
  buckets: z
    .array(
      z.object({
        within: z.enum(response_steps),
        count: count.describe('Leads in this bucket only'),
        share: percent.describe('Percent of the total'),
      }),
    )
    .describe('Leads by response time: up to 5 minutes, 15 minutes, 1 hour, 24 hours, more, and never'),
}

const lead_response = z.object({
  id,
  name: z.string().describe(shown_names.lead),
  url: z.string().describe('Address of the lead in the web app'),
  created_at: timestamp,
  source: z.string().nullable(),
  status: z.enum(lead_statuses).describe('Current status'),
  pipeline: named,
  agent: named.nullable().describe('Owner of the lead, otherwise the assignee of its conversation; null if unassigned'),
  agent_name: z.string().describe('Display name of the agent, or a label for unassigned'),
  replied_by: named.nullable().describe('Author of the first human reply'),
  clock_started_at: timestamp.describe(
    'When the customer started writing, if at most 24 hours before the lead and after 24 hours of silence; otherwise when the lead was created',
  ),
  first_human_reply_at: timestamp
    .nullable()
    .describe('First message from a person in this conversation since the clock started; null if none yet'),
  seconds: z.int().nullable().describe('Seconds from clock_started_at to first_human_reply_at'),
  customer_replied_after: z.boolean().describe('Whether the customer wrote afterwards, in any conversation'),
  no_conversation: z.boolean().describe('Whether there is no conversation to answer in'),
  first_touch: z
    .object({ type: z.enum(activity_types), at: timestamp, by: z.object({ id: id.nullable(), name: z.string() }) })
    .nullable()
    .describe('First call or meeting by a person; it does not count as a reply'),
})

export const analyze_lead_response_times = operation({
  summary: 'Analyze how soon people answered new leads and whether customers wrote back, in total and per agent.',
  description:
    'Covers leads created in the period. Call it once without owner_name: by_agent lists everyone. ' +
    'limit applies only to the list of leads, not to the figures.',
  rest: 'GET /reports/lead-response-times',
  permission: 'reports:read',
  analytics: () => true,
  input: z.strictObject({
    ...period_input,
    pipeline_name,
    owner_name: line
      .optional()
      .describe(
        'Agent, by name, e-mail or id: the owner of the lead or else the assignee of its conversation. "sin asignar" for unassigned leads',
      ),
    source: line.optional().describe('Text in the source, ignoring case and accents'),
    limit: limit.describe('Number of leads to list, 1 to 100. Default 25.').optional(),
  }),
  output: z.object({
    ...headerFields,
    pipeline: pipelineField,
    totals: z.object(response_figures).describe('Figures of all leads'),
    by_agent: z
      .array(z.object({ ...agentFields, ...response_figures }))
      .describe('The same per agent, most leads first'),
    leads: z.array(lead_response).describe('Individual leads, newest first, up to limit'),
  }),

  async run(ctx, { pipeline_name: name, owner_name, source, limit: max_leads = DEFAULT_LIMIT, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const [pipeline, agent_id, sources] = await Promise.all([
      pipelines.find(ctx, name, 'leads'),
      responses.findOwner(ctx, owner_name),
      responses.findSources(ctx, source, range),
    ])
    const scope = { pipeline_id: pipeline?.id, agent_id, sources }
    const [tallies, leads] = await Promise.all([
      responses.listTallies(ctx, scope, range),
      responses.list(ctx, scope, range, max_leads),
    ])
    const { unassigned } = labelsIn(account.locale)
    return {
      ...toHeader(ctx, range),
      pipeline: pipeline ? toRef(pipeline) : null,
      totals: toFigures(tallies.find(({ is_all }) => is_all)!),
      by_agent: tallies
        .filter(({ is_all }) => !is_all)
        .map(({ agent, ...tally }) => ({ agent, name: agent?.name ?? unassigned, ...toFigures(tally) })),
      leads: leads.map((lead) => ({ ...nameLead(ctx, lead), agent_name: lead.agent?.name ?? unassigned })),
    }
  },

  async note(ctx, { source }, { totals }) {
    return totals.total === 0 ? describeUnknown(ctx, source) : undefined
  },
})
