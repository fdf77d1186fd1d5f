import { z } from 'zod'
import { PushSubscription } from '#contract/records/notification.ts'
import { page } from '#contract/scalars.ts'
import * as push from '#domains/people/push/store.ts'
import { createVapid } from '#domains/people/push/vapid.ts'
import { operation } from '#kernel/operation.ts'

export const list_push_subscriptions = operation({
  summary: 'List your browsers that receive push notifications, and the key to subscribe another.',
  rest: 'GET /me/push-subscriptions',
  permission: 'personal',
  tool: false,
  input: z.strictObject({}),
  output: page(PushSubscription).extend({
    public_key: z.string().describe('The applicationServerKey of the installation, in base64url'),
  }),

  async run(ctx) {
    return { items: await push.list(ctx), next_cursor: null, public_key: createVapid(ctx.secret).public_key }
  },
})
