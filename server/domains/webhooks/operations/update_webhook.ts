import { z } from 'zod'
import { Webhook } from '#contract/records/webhook.ts'
import { webhook_fields, webhook_id } from '#domains/webhooks/inputs.ts'
import { checkEvents } from '#domains/webhooks/rules.ts'
import { checkAddress, setEnabled } from '#domains/webhooks/saving.ts'
import * as webhooks from '#domains/webhooks/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_webhook = operation({
  summary: 'Change a webhook, or switch it off and on. Only provided fields change.',
  description:
    'What waits when it is switched off has failed; what happens while it is off is not sent. Both can be replayed for 30 days.',
  rest: 'PATCH /webhooks/:webhook_id',
  permission: 'webhooks:write',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    webhook_id,
    url: webhook_fields.url.optional(),
    events: webhook_fields.events.optional(),
    description: webhook_fields.description.optional(),
    enabled: webhook_fields.enabled.optional(),
  }),
  output: Webhook,

  async run(ctx, { webhook_id, url, events, description, enabled }) {
    const before = await webhooks.getLocked(ctx, webhook_id)
    const fields = {
      url: url === undefined ? before.url : checkAddress(ctx, url),
      events: events === undefined ? before.events : checkEvents(before.kind, events),
      description: description === undefined ? before.description : description?.trim() || null,
    }
    await webhooks.update(ctx, webhook_id, fields)
    if (enabled !== undefined) await setEnabled(ctx, before, enabled)
    return webhooks.get(ctx, webhook_id)
  },
})
