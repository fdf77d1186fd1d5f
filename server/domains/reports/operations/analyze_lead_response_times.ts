import { z } from 'zod'
import { activity_types, lead_statuses } from '#contract/records/crm.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf } from '#contract/report-periods.ts'
import { id, limit, line, timestamp } from '#contract/scalars.ts'
import { headed, heading, ofPipeline, toNamed, whose } from '#domains/reports/heading.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import { figures, response_steps } from '#domains/reports/lead-response-rules.ts'
import * as responses from '#domains/reports/lead-responses.ts'
import * as pipelines from '#domains/reports/pipelines.ts'
import { wordsIn } from '#domains/reports/words.ts'
import { operation } from '#kernel/operation.ts'
import { DEFAULT_LIMIT } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

const count = z.int()
const percent = z.number().nullable()
const seconds = z.number().nullable()
const named = z.object({ id, name: z.string() })

const response_figures = {
  total: count.describe('Leads created in the period, whatever their status is now'),
  no_conversation: count.describe(
    'Of those, leads without a conversation: their contact and people wrote nothing from 30 days before on, or there is no contact',
  ),
  contacted: count.describe('Of the total, leads a person answered: not a program, a rule, a campaign or the AI agent'),
  pct_contacted: percent.describe('Contacted in percent of the total; null where there are no leads'),
  mean_seconds: seconds.describe('Mean time to the first human reply, of those contacted'),
  median_seconds: seconds.describe('The middle time to the first human reply; of two middle ones their mean'),
  p90_seconds: seconds.describe('Nine of ten of those contacted were answered within this time'),
  customer_replied: count.describe('Of those contacted, leads whose customer wrote after the first human reply'),
  pct_customer_reply: percent.describe('customer_replied in percent of contacted; null where none was contacted'),
  buckets: z
    .array(
      z.object({
        within: z.enum(response_steps),
        count: count.describe('Leads answered within this time, but not within the one before it'),
        share: percent.describe('Percent of the total'),
      }),
    )
    .describe('How many within 5 minutes, within 15 but not 5, within 1 hour, within 24 hours, later, and never'),
}

const answered = z.object({
  id,
  name: z.string(),
  url: z.string().describe('Opens the lead in the web app'),
  created_at: timestamp,
  source: z.string().nullable(),
  status: z.enum(lead_statuses).describe('As it is now'),
  pipeline: named,
  agent: named.nullable().describe('The owner of the lead, else who has its conversation; null: nobody'),
  agent_name: z.string().describe('How the agent is shown; says so where there is none'),
  replied_by: named.nullable().describe('Who gave the first human reply'),
  clock_started_at: timestamp.describe(
    'When the customer began to write, where that was at most 24 hours before the lead was created and after more than 24 hours of silence; else when the lead was created',
  ),
  first_human_reply_at: timestamp
    .nullable()
    .describe('The first message a person sent them in this conversation since the clock started; null: none yet'),
  seconds: z.int().nullable().describe('From clock_started_at to first_human_reply_at'),
  customer_replied_after: z.boolean().describe('The customer wrote after that, in whichever conversation'),
  no_conversation: z.boolean().describe('There is no conversation in which they could have been answered'),
  first_touch: z
    .object({ type: z.enum(activity_types), at: timestamp, by: z.object({ id: id.nullable(), name: z.string() }) })
    .nullable()
    .describe('The first call or meeting a person did about it; it is no reply, and is in no time here'),
})

export const analyze_lead_response_times = operation({
  summary: 'Show how soon people answered new leads, whether the customer wrote back, and the same per agent.',
  description:
    'It is about leads created in the period. Call it once without owner_name: by_agent has everybody. ' +
    'limit only trims the list of leads; the figures are always of all of them.',
  rest: 'GET /reports/lead-response-times',
  permission: 'reports:read',
  analysis: () => true,
  input: z.strictObject({
    ...period_input,
    pipeline_name,
    owner_name: line
      .optional()
      .describe(
        'Agent by name, e-mail or id: the owner of the lead, or where it has none who has its conversation. "sin asignar" for those of nobody',
      ),
    source: line.optional().describe('Part of the source, without regard to case or accents'),
    limit: limit.describe('How many leads to list, 1 to 100. Default 25.').optional(),
  }),
  output: z.object({
    ...heading,
    pipeline: ofPipeline,
    totals: z.object(response_figures).describe('Of all leads together'),
    by_agent: z
      .array(z.object({ ...whose, ...response_figures }))
      .describe('The same for each agent, the owner of the lead or else who has its conversation; most leads first'),
    leads: z.array(answered).describe('The leads one by one, newest first, as many as limit says'),
  }),

  async run(ctx, { pipeline_name: asked, owner_name, source, limit: most = DEFAULT_LIMIT, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const [pipeline, agent_id, sources] = await Promise.all([
      pipelines.find(ctx, asked, 'leads'),
      responses.findOwner(ctx, owner_name),
      responses.findSources(ctx, source, range),
    ])
    const scope = { pipeline_id: pipeline?.id, agent_id, sources }
    const [tallied, leads] = await Promise.all([
      responses.tally(ctx, scope, range),
      responses.list(ctx, scope, range, most),
    ])
    const { unassigned } = wordsIn(account.locale)
    return {
      ...headed(ctx, range),
      pipeline: pipeline ? toNamed(pipeline) : null,
      totals: figures(tallied.find(({ is_all }) => is_all)!),
      by_agent: tallied
        .filter(({ is_all }) => !is_all)
        .map(({ agent, ...tally }) => ({ agent, name: agent?.name ?? unassigned, ...figures(tally) })),
      leads: leads.map((lead) => ({ ...lead, agent_name: lead.agent?.name ?? unassigned })),
    }
  },
})
