import { z } from 'zod'
import { id, instant, timestamp } from '#contract/scalars.ts'
import { makerOf } from '#domains/access/makers.ts'
import { webhook_id } from '#domains/webhooks/inputs.ts'
import { checkMayChange } from '#domains/webhooks/endpoints/rights.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const replay_webhook = operation({
  summary: 'Send a webhook the events it missed in a period of the last 30 days, or all of them again.',
  description:
    'Missed events include those while it was disabled and before it was created. Only those that you and its maker may read and see are sent.',
  rest: 'POST /webhooks/:webhook_id/replay',
  permission: 'webhooks:write',
  tool: false,
  status: 202,
  audit: { without: [] },
  input: z.strictObject({
    webhook_id,
    since: instant.describe('Start of the period'),
    until: instant.optional().describe('End of the period. Default now.'),
    status: z
      .enum(['failed', 'all'])
      .optional()
      .describe(
        'failed: events that were not delivered, failed or never sent; all: every event again. Default failed.',
      ),
  }),
  output: z.object({ webhook_id: id, since: timestamp, until: timestamp, status: z.enum(['failed', 'all']) }),

  async run(ctx, { webhook_id, since, until, status = 'failed' }) {
    const webhook = await webhooks.get(ctx, webhook_id)
    checkMayChange(ctx.actor, { ...webhook, ...(await webhooks.getMaker(ctx, webhook_id)) })
    const from = new Date(since)
    const to = new Date(Math.min(ctx.now.getTime(), until === undefined ? Infinity : Date.parse(until)))
    if (!(from < to)) reject('invalid_value', 'Choose a period in the past, with since before until.', 'since')
    const period = { since: from.toISOString(), until: to.toISOString() }
    ctx.emit('webhook.replay_requested', { webhook_id, ...period, status, maker: makerOf(ctx.actor) })
    return { webhook_id, ...period, status }
  },
})
