import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Webhook } from '#contract/records/webhook.ts'
import { webhook_fields, webhook_id } from '#domains/webhooks/inputs.ts'
import { checkEvents } from '#domains/webhooks/rules.ts'
import { checkMayChange, checkReadable } from '#domains/webhooks/endpoints/rights.ts'
import { checkAddress, setEnabled } from '#domains/webhooks/endpoints/save.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_webhook = operation({
  summary: 'Update, disable or enable a webhook. Only provided fields change.',
  description:
    'Disabling fails pending deliveries, and events are not sent while it is disabled. Both can be replayed for 30 days. Changing url or ' +
    'events, or enabling it, makes the caller its maker. It requires the permissions to read what the webhook receives.',
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
    checkMayChange(ctx.actor, { ...before, ...(await webhooks.getMaker(ctx, webhook_id)) })
    const isRedirected = fields.url !== before.url || !isDeepStrictEqual(fields.events, before.events)
    if (isRedirected || (enabled === true && !before.enabled)) {
      checkReadable(ctx.actor, { kind: before.kind, events: fields.events })
      await webhooks.setMaker(ctx, webhook_id)
    }
    await webhooks.update(ctx, webhook_id, fields)
    if (enabled !== undefined) await setEnabled(ctx, before, enabled)
    return webhooks.get(ctx, webhook_id)
  },
})
