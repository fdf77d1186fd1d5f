import { z } from 'zod'
import { Webhook } from '#contract/records/webhook.ts'
import { webhook_id } from '#domains/webhooks/inputs.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_webhook = operation({
  summary: 'Get one webhook with its events and health, without its secret.',
  rest: 'GET /webhooks/:webhook_id',
  permission: 'webhooks:read',
  tool: false,
  input: z.strictObject({ webhook_id }),
  output: Webhook,

  run: (ctx, { webhook_id }) => webhooks.get(ctx, webhook_id),
})
