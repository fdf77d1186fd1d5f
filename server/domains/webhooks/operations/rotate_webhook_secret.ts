import { z } from 'zod'
import { NewWebhook } from '#contract/records/webhook.ts'
import { webhook_id } from '#domains/webhooks/inputs.ts'
import { newSecret, retire } from '#domains/webhooks/signing.ts'
import * as webhooks from '#domains/webhooks/store.ts'
import { operation } from '#kernel/operation.ts'
import { seal } from '#kernel/vault.ts'

const HOUR = 3_600_000

export const rotate_webhook_secret = operation({
  summary: 'Give a webhook a new secret, which is in this answer only.',
  description:
    'For overlap_hours deliveries are signed with the old secret too, so that the receiver can change in peace. Classic webhooks ' +
    'carry one signature, and have no overlap.',
  rest: 'POST /webhooks/:webhook_id/rotate-secret',
  permission: 'webhooks:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({
    webhook_id,
    overlap_hours: z
      .int()
      .min(0)
      .max(168)
      .optional()
      .describe('How long the old secret stays good, 0 to 168. Default 24.'),
  }),
  output: NewWebhook,

  async run(ctx, { webhook_id, overlap_hours = 24 }) {
    const { kind } = await webhooks.getLocked(ctx, webhook_id)
    const before = await webhooks.getSecrets(ctx, webhook_id)
    const until = new Date(ctx.now.getTime() + overlap_hours * HOUR)
    const retired = [retire(before.secret, until), ...before.retired_secrets].filter(
      (each) => kind === 'standard' && overlap_hours > 0 && Date.parse(each.until) > ctx.now.getTime(),
    )
    const secret = newSecret(kind)
    await webhooks.setSecrets(ctx, webhook_id, seal(ctx.secret, secret), retired.slice(0, MOST_RETIRED))
    return { ...(await webhooks.get(ctx, webhook_id)), secret }
  },
})

/** Every one of them is signed with, and a header has bounds. */
const MOST_RETIRED = 4
