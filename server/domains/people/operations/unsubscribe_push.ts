import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as push from '#domains/people/push/store.ts'
import { operation } from '#kernel/operation.ts'

export const unsubscribe_push = operation({
  summary: 'Stop push notifications to one of your browsers.',
  rest: 'DELETE /me/push-subscriptions/:subscription_id',
  permission: 'personal',
  tool: false,
  destructive: true,
  input: z.strictObject({ subscription_id: id }),
  output: z.object({ subscription_id: id }),

  async run(ctx, { subscription_id }) {
    await push.removeOwn(ctx, subscription_id)
    return { subscription_id }
  },
})
