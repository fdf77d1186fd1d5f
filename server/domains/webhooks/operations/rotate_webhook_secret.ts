import { z } from 'zod'
import { NewWebhook } from '#contract/records/webhook.ts'
import { webhook_id } from '#domains/webhooks/inputs.ts'
import { newSecret, retire } from '#domains/webhooks/deliveries/sign.ts'
import { checkMayChange } from '#domains/webhooks/endpoints/rights.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { operation } from '#kernel/operation.ts'
import { seal } from '#kernel/vault.ts'

const HOUR = 3_600_000

export const rotate_webhook_secret = operation({
  summary: 'Rotate the secret of a webhook. The new secret is only in this response.',
  description:
    'For overlap_hours deliveries are also signed with the old secret, so that the receiver can switch over. Classic webhooks ' +
    'carry one signature and have no overlap.',
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
      .describe('Hours the old secret stays valid, 0 to 168. Default 24.'),
  }),
  output: NewWebhook,

  async run(ctx, { webhook_id, overlap_hours = 24 }) {
    const webhook = await webhooks.getLocked(ctx, webhook_id)
    checkMayChange(ctx.actor, { ...webhook, ...(await webhooks.getMaker(ctx, webhook_id)) })
    const { kind } = webhook
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

/** Each retired secret adds a signature, and header size is limited. */
const MOST_RETIRED = 4
