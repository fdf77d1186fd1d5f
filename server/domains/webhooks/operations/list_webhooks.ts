import { z } from 'zod'
import { Webhook, webhook_kinds } from '#contract/records/webhook.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_webhooks = operation({
  summary: 'List the webhooks of the workspace and their health, newest first, without secrets.',
  rest: 'GET /webhooks',
  permission: 'webhooks:read',
  tool: false,
  input: z.strictObject({
    kind: z.enum(webhook_kinds).optional().describe('Only webhooks of this kind'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(Webhook),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    return toPage(ctx, input, await webhooks.list(ctx, input, after, limit), (each) => [each.created_at, each.id])
  },
})
