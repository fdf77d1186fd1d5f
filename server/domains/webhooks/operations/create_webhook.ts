import { z } from 'zod'
import { NewWebhook, webhook_kinds } from '#contract/records/webhook.ts'
import { id } from '#contract/scalars.ts'
import { webhook_fields } from '#domains/webhooks/inputs.ts'
import { checkEvents } from '#domains/webhooks/rules.ts'
import { checkReadable } from '#domains/webhooks/endpoints/rights.ts'
import { checkAddress, checkInbox, checkPlanLimit } from '#domains/webhooks/endpoints/save.ts'
import { newSecret } from '#domains/webhooks/deliveries/sign.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { operation } from '#kernel/operation.ts'
import { seal } from '#kernel/vault.ts'

export const create_webhook = operation({
  summary: 'Create a webhook that sends events to another system. The signing secret is only in this response.',
  description:
    'Deliveries are signed as Standard Webhooks, attempted ten times over three days, and logged for 30 days. It receives only what its ' +
    'maker may read and see: listed events need their permission, and * means all the maker may read.',
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
      .exclude(['bot'])
      .optional()
      .describe('Default standard. classic and inbox use the format of the classic API; inbox takes no events.'),
    inbox_id: id.optional().describe('For classic: only events of this inbox. For inbox: the api inbox it serves.'),
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
    checkReadable(ctx.actor, fresh)
    await checkPlanLimit(ctx, kind)
    return { ...(await webhooks.insert(ctx, fresh)), secret }
  },
})
