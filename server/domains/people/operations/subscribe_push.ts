import { createECDH } from 'node:crypto'
import { z } from 'zod'
import { PushSubscription } from '#contract/records/notification.ts'
import * as push from '#domains/people/push/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const subscribe_push = operation({
  summary: 'Send push notifications to this browser, as long as it is signed in.',
  rest: 'POST /me/push-subscriptions',
  permission: 'personal',
  tool: false,
  status: 201,
  idempotent: true,
  input: z.strictObject({
    endpoint: z.string().min(1).max(2000).describe('The address of the browser at its push service'),
    keys: z.strictObject({
      p256dh: z.base64url().length(87).describe('Its public key'),
      auth: z.base64url().length(22).describe('The secret it shares with the sender'),
    }),
    language: z.enum(['es', 'en']).describe('The language of the notifications'),
  }),
  output: PushSubscription,

  async run(ctx, subscription) {
    const reason = ctx.checkUrl(subscription.endpoint)
    if (reason) reject('invalid_value', reason, 'endpoint')
    checkKey(subscription.keys.p256dh)
    return push.put(ctx, subscription)
  },
})

function checkKey(p256dh: string): void {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    reject('invalid_value', 'Give the p256dh key as the browser returned it.', 'keys/p256dh')
  }
}
