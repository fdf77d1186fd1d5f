import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { webhook_id } from '#domains/webhooks/inputs.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_webhook = operation({
  summary: 'Delete a webhook and its delivery log. Nothing more is sent to it.',
  rest: 'DELETE /webhooks/:webhook_id',
  permission: 'webhooks:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ webhook_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { webhook_id }) {
    const { id } = await webhooks.getLocked(ctx, webhook_id)
    await webhooks.remove(ctx, id)
    return { id, deleted: true as const }
  },
})
