import { z } from 'zod'
import { id, instant, timestamp } from '#contract/scalars.ts'
import { webhook_id } from '#domains/webhooks/inputs.ts'
import * as webhooks from '#domains/webhooks/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const replay_webhook = operation({
  summary: 'Send a webhook what it missed in a period of the last 30 days, or everything once more.',
  description: 'What happened while it was switched off, or before it was made, is among what it missed.',
  rest: 'POST /webhooks/:webhook_id/replay',
  permission: 'webhooks:write',
  tool: false,
  status: 202,
  audit: { without: [] },
  input: z.strictObject({
    webhook_id,
    since: instant.describe('What happened from this moment on'),
    until: instant.optional().describe('And up to this one. Default: now'),
    status: z
      .enum(['failed', 'all'])
      .optional()
      .describe(
        'failed: what did not arrive, whether it failed or was never sent; all: everything again. Default failed.',
      ),
  }),
  output: z.object({ webhook_id: id, since: timestamp, until: timestamp, status: z.enum(['failed', 'all']) }),

  async run(ctx, { webhook_id, since, until, status = 'failed' }) {
    await webhooks.get(ctx, webhook_id)
    const from = new Date(since)
    const to = new Date(Math.min(ctx.now.getTime(), until === undefined ? Infinity : Date.parse(until)))
    if (!(from < to)) reject('invalid_value', 'Choose a period of the past: since comes before until.', 'since')
    const period = { since: from.toISOString(), until: to.toISOString() }
    ctx.emit('webhook.replay_requested', { webhook_id, ...period, status })
    return { webhook_id, ...period, status }
  },
})
