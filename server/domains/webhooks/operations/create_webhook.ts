import { z } from 'zod'
import { NewWebhook, webhook_kinds } from '#contract/records/webhook.ts'
import { id } from '#contract/scalars.ts'
import { webhook_fields } from '#domains/webhooks/inputs.ts'
import { checkEvents } from '#domains/webhooks/rules.ts'
import { checkAddress, checkInbox, checkRoom } from '#domains/webhooks/saving.ts'
import { newSecret } from '#domains/webhooks/signing.ts'
import * as webhooks from '#domains/webhooks/store.ts'
import { operation } from '#kernel/operation.ts'
import { seal } from '#kernel/vault.ts'

export const create_webhook = operation({
  summary: 'Tell another system what happens here. The secret that signs is in this answer only.',
  description:
    'Deliveries are signed as Standard Webhooks, tried ten times over three days, and logged for 30 days. Who may set up webhooks ' +
    'hears of everything they subscribe to.',
  rest: 'POST /webhooks',
  permission: 'webhooks:write',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    url: webhook_fields.url,
    events: webhook_fields.events.optional(),
    description: webhook_fields.description.optional(),
    enabled: webhook_fields.enabled.optional(),
    kind: z
      .enum(webhook_kinds)
      .optional()
      .describe('Default standard. classic and inbox speak as the classic routes do; inbox takes no events.'),
    inbox_id: id
      .optional()
      .describe('For classic: only what happens in this inbox. For inbox: the inbox it is behind.'),
  }),
  output: NewWebhook,

  async run(ctx, { url, events, description = null, enabled = true, kind = 'standard', inbox_id }) {
    const secret = newSecret(kind)
    const fresh = {
      kind,
      url: checkAddress(ctx, url),
      events: checkEvents(kind, events),
      inbox_id: await checkInbox(ctx, kind, inbox_id),
      description: description?.trim() || null,
      enabled,
      secret: seal(ctx.secret, secret),
    }
    await checkRoom(ctx, kind)
    return { ...(await webhooks.insert(ctx, fresh)), secret }
  },
})
